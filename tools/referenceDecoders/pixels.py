"""Reads images with Pillow, as 8-bit RGBA: the first picture of a file, the largest one of an icon, upright; or all pictures of an animation as displayed, with their durations and the number of plays."""

import warnings

import numpy
from PIL import Image, ImageOps

from answering import serve

Image.MAX_IMAGE_PIXELS = 200_000_000
warnings.simplefilter("ignore")


def rgba(picture):
    if picture.mode.startswith("I"):
        deep = numpy.asarray(picture).astype("int64")
        picture = Image.fromarray(((deep * 255 + 32767) // 65535).clip(0, 255).astype("uint8"))
    if picture.mode == "F":
        raise ValueError("what a real number stands for is not said")
    return picture.convert("RGBA")


def read(request):
    with Image.open(request["file"]) as file:
        if request["all"]:
            return frames(file)
        picture = rgba(ImageOps.exif_transpose(file))
        return {"width": picture.width, "height": picture.height, "durations": [0], "plays": 1}, picture.tobytes()


def frames(file):
    frames, durations = [], []
    plays = plays_of(file)
    # A picture before the first frame is only for programs that don't support animations.
    first = 1 if file.info.get("default_image") else 0
    for index in range(first, getattr(file, "n_frames", 1)):
        file.seek(index)
        frames.append(file.convert("RGBA").tobytes())
        # Pillow knows the duration of a WebP's frame only after it has decoded the frame.
        durations.append(file.info.get("duration", 0))
    return {"width": file.width, "height": file.height, "durations": durations, "plays": plays}, b"".join(frames)


def plays_of(file):
    """The number of plays. A GIF contains the number of repetitions, if any; 0 means endless."""
    if file.format != "GIF":
        return file.info.get("loop", 1)
    again = file.info.get("loop")
    return 1 if again is None else 0 if again == 0 else again + 1


serve(read)
