"""Python's collector of cyclic garbage, held to the GUI thread.

Left alone it runs in whatever thread happens to allocate, also in a worker's; what is left of a closed
dialog or a finished job is then destroyed there, and Qt objects destroyed outside their thread bring the
program down.
"""

import gc

from PySide6.QtCore import QObject, QTimer, Slot

_EVERY_MILLISECONDS = 100


class GarbageCollector(QObject):
    """Between :meth:`start` and :meth:`stop` a timer of this object's thread alone collects garbage."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, interval=_EVERY_MILLISECONDS)
        self._timer.timeout.connect(self.collect)

    def start(self) -> None:
        """Take the collecting over from Python."""
        gc.disable()
        self._timer.start()

    def stop(self, *, with_set_aside: bool = True) -> None:
        """Collect what there is, also what was set aside, and give the collecting back."""
        self._timer.stop()
        if with_set_aside:
            gc.unfreeze()
        gc.collect()
        gc.enable()

    @Slot()
    def set_aside(self) -> None:
        """Never look again at what there is now: modules stay, and a pass over them all takes 80 ms."""
        gc.freeze()

    @Slot()
    def collect(self) -> None:
        """Collect the oldest generation that Python would have collected by now, and all younger ones."""
        for generation, (count, threshold) in reversed(
            tuple(enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)))
        ):
            if threshold and count > threshold:
                gc.collect(generation)
                return
