"""Pictures of all screens, enlarged, for looking: python tests/ui/look.py FOLDER."""

import sys
from pathlib import Path

from on_device import pictures
from PIL import Image, ImageDraw

sys.path.insert(0, str(Path(__file__).parents[2]))

from host_tools.simulator.ssd1306 import frame_image

SCALE, ACROSS, GAP = 3, 3, 8


def main(folder: Path) -> None:
    """One PNG a screen, and contact sheets of twelve with their names."""
    folder.mkdir(parents=True, exist_ok=True)
    images = [(name, frame_image(frame, SCALE)) for name, frame in pictures().items()]
    for name, image in images:
        image.save(folder / f"{name}.png")
    width, height = 128 * SCALE + GAP, 64 * SCALE + GAP + 14
    for start in range(0, len(images), 12):
        page = Image.new("RGB", (width * ACROSS, height * 4), (60, 60, 60))
        for n, (name, image) in enumerate(images[start : start + 12]):
            x, y = n % ACROSS * width, n // ACROSS * height
            ImageDraw.Draw(page).text((x + 2, y + 1), name, fill=(255, 255, 255))
            page.paste(image, (x, y + 14))
        page.save(folder / f"page{start // 12}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
