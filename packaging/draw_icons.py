"""Draws packaging/icons again from the SVG files: PNG for Linux, ICO for Windows, ICNS for macOS.

Needs PySide6: `dev.py icons` runs it. What it makes is kept in the repository, so that packaging needs no Qt.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from dev_lib.icons import DRAWN_FROM, PNG_SIZES, SOURCES, digest_of_sources, icns_bytes, ico_bytes
from dev_lib.product import ICONS
from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (*PNG_SIZES, 1024)


def drawn(source: Path) -> Mapping[int, bytes]:
    """An SVG as PNG files, by their width."""
    renderer = QSvgRenderer(str(source))
    if not renderer.isValid():
        sys.exit(f"{source} is no SVG that Qt reads.")
    return {size: _png(renderer, size) for size in SIZES}


def _png(renderer: QSvgRenderer, size: int) -> bytes:
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", 0)  # packed most
    return bytes(buffer.data().data())


def main() -> None:
    """Draw all."""
    application = QGuiApplication([])
    for name, source in SOURCES.items():
        pictures = drawn(source)
        for size in PNG_SIZES:
            (ICONS / f"{name}-{size}.png").write_bytes(pictures[size])
        (ICONS / f"{name}.ico").write_bytes(ico_bytes(pictures))
        (ICONS / f"{name}.icns").write_bytes(icns_bytes(pictures))
    DRAWN_FROM.write_text(digest_of_sources() + "\n", encoding="utf-8")
    application.quit()


if __name__ == "__main__":
    main()
