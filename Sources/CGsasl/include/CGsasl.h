#pragma once
#include <gsasl.h>
