#ifndef SNAP_CSYSTEM_H
#define SNAP_CSYSTEM_H
#endif
