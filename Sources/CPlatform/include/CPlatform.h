#pragma once
#include "width.h"
