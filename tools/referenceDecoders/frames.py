"""Reads animations with Pillow: the pictures as displayed (8-bit RGBA), their durations, and the number of plays."""

from PIL import Image

from answering import serve


def read(request):
    frames, durations = [], []
    with Image.open(request["file"]) as file:
        plays = plays_of(file)
        # A picture before the first frame is only for programs that don't support animations.
        first = 1 if file.info.get("default_image") else 0
        for index in range(first, getattr(file, "n_frames", 1)):
            file.seek(index)
            frames.append(file.convert("RGBA").tobytes())
            # Pillow knows the duration of a WebP's frame only after it has decoded the frame.
            durations.append(file.info.get("duration", 0))
        facts = {"width": file.width, "height": file.height, "durations": durations, "plays": plays}
        return facts, b"".join(frames)


def plays_of(file):
    """The number of plays. A GIF contains the number of repetitions, if any; 0 means endless."""
    if file.format != "GIF":
        return file.info.get("loop", 1)
    again = file.info.get("loop")
    return 1 if again is None else 0 if again == 0 else again + 1


serve(read)
