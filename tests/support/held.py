"""How long a thread keeps all others from running, for measuring on machines that others use as well."""

import threading
import time

_BEAT = 0.005


class Held:
    """Between entering and leaving, a second thread wants to wake every 5 ms.

    ``longest``: the longest stretch that it could not, in seconds, and of that only what the thread that
    entered was itself at work; so what other programs take of the machine does not count.
    """

    def __enter__(self) -> "Held":
        self.longest = 0.0
        self._stop = threading.Event()
        self._clock = time.pthread_getcpuclockid(threading.get_ident())
        self._thread = threading.Thread(target=self._beat)
        self._thread.start()
        return self

    def _beat(self) -> None:
        last, worked = time.perf_counter(), time.clock_gettime(self._clock)
        while not self._stop.is_set():
            time.sleep(_BEAT)
            now, at_work = time.perf_counter(), time.clock_gettime(self._clock)
            self.longest = max(self.longest, min(now - last, at_work - worked))
            last, worked = now, at_work

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
