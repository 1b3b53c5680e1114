"""Limits of this process, for children that read possibly damaged or hostile files.

Such a file then ends its reader, not other programs on the computer.

Linux limits the address space and the processor time of a process (``setrlimit``), macOS its processor time,
Windows both by a job object, which the process makes and enters itself.
"""

import contextlib
import sys
import time
from functools import cache
from pathlib import Path

_TRIED = 64 * 2**20  # bytes beyond a limit that are requested to prove it
_PROCESS_TIME, _PROCESS_MEMORY = 0x2, 0x100  # JOB_OBJECT_LIMIT_*
_COMMIT, _RELEASE, _READ_WRITE = 0x3000, 0x8000, 0x4  # of VirtualAlloc
_EXTENDED = 9  # JobObjectExtendedLimitInformation
_TICKS = 10_000_000  # of Windows' processor time, a second


def limit_memory(most: int) -> bool:
    """Limits this process to ``most`` more bytes of memory; whether a limit holds now."""
    with contextlib.suppress(OSError, ValueError):
        if sys.platform == "linux":
            return _limit_address_space(most)
        if sys.platform == "win32":
            job = _job()
            job.memory = job.committed() + most
            job.settle()
            return job.refuses(most + _TRIED)
    return False


def limit_seconds(most: int) -> None:
    """Limits this process to ``most`` more seconds of processor time, after which it ends."""
    with contextlib.suppress(OSError, ValueError):
        limit = int(time.process_time()) + most
        if sys.platform == "win32":
            job = _job()
            job.seconds = limit
            job.settle()
            return
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        if hard == resource.RLIM_INFINITY or limit < hard:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))


def _limit_address_space(most: int) -> bool:
    import resource

    used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = used + most
    if hard == resource.RLIM_INFINITY or limit < hard:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    return True


@cache
def _job() -> "_Job":
    return _Job()


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    class _Basic(ctypes.Structure):
        """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

        _fields_ = (
            ("process_time", ctypes.c_int64),
            ("job_time", ctypes.c_int64),
            ("flags", wintypes.DWORD),
            ("least_working_set", ctypes.c_size_t),
            ("most_working_set", ctypes.c_size_t),
            ("processes", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("priority", wintypes.DWORD),
            ("scheduling", wintypes.DWORD),
        )

    class _Extended(ctypes.Structure):
        """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

        _fields_ = (
            ("basic", _Basic),
            ("io", ctypes.c_uint64 * 6),
            ("process_memory", ctypes.c_size_t),
            ("job_memory", ctypes.c_size_t),
            ("peak_process_memory", ctypes.c_size_t),
            ("peak_job_memory", ctypes.c_size_t),
        )

    class _Counters(ctypes.Structure):
        """PROCESS_MEMORY_COUNTERS."""

        _fields_ = (
            ("size", wintypes.DWORD),
            ("faults", wintypes.DWORD),
            *(
                (name, ctypes.c_size_t)
                for name in (
                    *("peak_working_set", "working_set", "peak_paged", "paged", "peak_pool", "pool"),
                    *("committed", "peak_committed"),
                )
            ),
        )

    class _Job:
        """The job object of this process, and the limits it has. It ends with the process."""

        def __init__(self) -> None:
            """Make it and enter it. Raises OSError."""
            self._kernel = ctypes.WinDLL("kernel32", use_last_error=True)
            for name in ("CreateJobObjectW", "GetCurrentProcess"):
                getattr(self._kernel, name).restype = wintypes.HANDLE
            self._job = self._handle(self._kernel.CreateJobObjectW(None, None))
            self._process = wintypes.HANDLE(self._kernel.GetCurrentProcess())
            self._proven(self._kernel.AssignProcessToJobObject(self._job, self._process))
            self.memory: int | None = None
            self.seconds: int | None = None

        def settle(self) -> None:
            """Set the limits, those that are None left free. Raises OSError."""
            wanted = _Extended()
            if self.memory is not None:
                wanted.basic.flags |= _PROCESS_MEMORY
                wanted.process_memory = self.memory
            if self.seconds is not None:
                wanted.basic.flags |= _PROCESS_TIME
                wanted.basic.process_time = self.seconds * _TICKS
            size = ctypes.sizeof(wanted)
            self._proven(
                self._kernel.SetInformationJobObject(self._job, _EXTENDED, ctypes.byref(wanted), size)
            )

        def refuses(self, size: int) -> bool:
            """Whether the system refuses this process the bytes: Wine takes a limit and does not keep it.
            They are given back at once, unused.
            """
            allocate, free = self._kernel.VirtualAlloc, self._kernel.VirtualFree
            allocate.restype = ctypes.c_void_p
            place = allocate(None, ctypes.c_size_t(size), _COMMIT, _READ_WRITE)
            if place:
                free(ctypes.c_void_p(place), ctypes.c_size_t(0), _RELEASE)
            return not place

        def committed(self) -> int:
            """The bytes of memory that this process has been promised. Raises OSError."""
            found = _Counters(size=ctypes.sizeof(_Counters))
            read = self._kernel.K32GetProcessMemoryInfo
            self._proven(read(self._process, ctypes.byref(found), found.size))
            return int(found.committed)

        def _handle(self, value: int | None) -> wintypes.HANDLE:
            self._proven(value)
            return wintypes.HANDLE(value)

        def _proven(self, done: int | None) -> None:
            if not done:
                raise ctypes.WinError(ctypes.get_last_error())
else:

    class _Job:
        """No other system has job objects."""

        def __init__(self) -> None:
            raise OSError("job objects are of Windows")
