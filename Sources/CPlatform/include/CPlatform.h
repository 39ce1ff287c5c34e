#pragma once
#include "platform.h"
#include "width.h"
