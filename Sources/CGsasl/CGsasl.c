#include "CGsasl.h"
