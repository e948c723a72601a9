"""Reads animations with Pillow: each picture as it is to be seen, as 8-bit RGBA, for how long, and how often all of them."""

from PIL import Image

from answering import serve


def read(request):
    frames, durations = [], []
    with Image.open(request["file"]) as file:
        plays = plays_of(file)
        # A picture before the first frame belongs to those who don't know animations.
        first = 1 if file.info.get("default_image") else 0
        for index in range(first, getattr(file, "n_frames", 1)):
            file.seek(index)
            frames.append(file.convert("RGBA").tobytes())
            # In a WebP, the time is known once the picture is.
            durations.append(file.info.get("duration", 0))
        facts = {"width": file.width, "height": file.height, "durations": durations, "plays": plays}
        return facts, b"".join(frames)


def plays_of(file):
    """A GIF tells how often it is shown again, if it is; 0 is for ever."""
    if file.format != "GIF":
        return file.info.get("loop", 1)
    again = file.info.get("loop")
    return 1 if again is None else 0 if again == 0 else again + 1


serve(read)
