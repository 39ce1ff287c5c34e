#pragma once
#include "network.h"
#include "platform.h"
#include "width.h"
