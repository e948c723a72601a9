"""Prints the properties of an image: those of its pixels, the number of frames, and which marks of the files in `test/fixtures/variants/abilities` it contains."""

import os
import re
import struct
import subprocess
import tempfile
import zlib

import numpy
from PIL import Image

from answering import serve

profile_marks = [b"Compatible with Adobe RGB", "Compatible with Adobe RGB".encode("utf-16-be")]
largest_icon = "import sys; from PIL import Image; Image.open(sys.argv[1]).save(sys.argv[2])"
to_png = {
    "avif": ["avifdec", "{file}", "{png}"],
    "heic": ["heif-convert", "{file}", "{png}"],
    "icns": ["/usr/bin/python3", "-c", largest_icon, "{file}", "{png}"],
    "jxl": ["djxl", "--quiet", "{file}", "{png}"],
    "qoi": ["ffmpeg", "-v", "error", "-i", "{file}", "{png}"],
    # ImageMagick mistakes some profiles for those of another color space.
    "webp": ["/usr/bin/python3", "-c", largest_icon, "{file}", "{png}"],
    "tga": ["ffmpeg", "-v", "error", "-i", "{file}", "{png}"],
}


def read(request):
    file, form = os.path.abspath(request["file"]), request["format"]
    with tempfile.TemporaryDirectory() as folder:
        shown = file
        if form in to_png:
            names = {"{file}": file, "{png}": os.path.join(folder, "a.png")}
            run([names.get(word, word) for word in to_png[form]])
            shown = names["{png}"]
        prefix = {"apng": "png:", "j2k": "j2k:", "tiff": "tiff:"}.get(form if shown == file else "", "")
        first = "" if form == "ico" else "[0]"
        pam = run(["convert-im6.q16", f"{prefix}{shown}{first}", "-depth", "16", "pam:-"])
        content = expanded(bytes_of(file)) + (expanded(bytes_of(shown)) if form == "jxl" else b"")
        abilities = [*of_pixels(samples(pam)), *of_words(content)]
        if frames(file, form, folder) > 1:
            abilities.append("animation")
    return {"abilities": abilities}, b""


def run(command):
    return subprocess.run(command, capture_output=True, check=True).stdout


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


def samples(pams):
    """The samples of the last picture, which is the largest one of an icon."""
    head, _, body = pams.rpartition(b"ENDHDR\n")
    sizes = {name: int(re.findall(rf"{name} (\d+)\n".encode(), head)[-1]) for name in ("DEPTH", "MAXVAL")}
    depth, most = sizes["DEPTH"], sizes["MAXVAL"]
    pixels = numpy.frombuffer(body, ">u2" if most > 255 else "u1").reshape(-1, depth).astype("int64")
    pixels = pixels * 65535 // most
    if depth < 3:
        pixels = numpy.hstack([pixels[:, :1]] * 3 + [pixels[:, 1:]])
    return pixels


def of_pixels(pixels):
    colors, alpha = pixels[:, :3], pixels[:, 3:]
    if numpy.any((colors != 0) & (colors != 65535)):
        yield "shades"
    if numpy.any(numpy.ptp(colors, axis=1) > 257):
        yield "color"
    if len(numpy.unique(colors // 257, axis=0)) > 256:
        yield "colors"
    if numpy.any(alpha < 65535):
        yield "transparency"
    if numpy.any((alpha > 0) & (alpha < 65535)):
        yield "partialTransparency"
    if numpy.any(colors % 257 != 0):
        yield "depth"


def of_words(content):
    if any(mark in content for mark in profile_marks):
        yield "wideGamut"
    for mark in ("EXIF", "XMP"):
        if f"marked in {mark}".encode() in content:
            yield mark


def expanded(content):
    """The content, followed by the decoded chunks of a PNG (alone or in an icon) that are compressed or written as digits."""
    start = content.find(b"\x89PNG", 0, 100)
    parts, at = [content], start + 8 if start >= 0 else len(content)
    while at + 12 <= len(content):
        (length,) = struct.unpack(">I", content[at : at + 4])
        name, data = content[at + 4 : at + 8], content[at + 8 : at + 8 + length]
        at += length + 12
        if name not in (b"iCCP", b"zTXt", b"iTXt", b"tEXt"):
            continue
        _, _, rest = data.partition(b"\0")
        is_packed = name in (b"iCCP", b"zTXt") or rest.startswith(b"\1")
        plain = zlib.decompress(rest[1:] if name != b"iTXt" else rest[2:].split(b"\0", 2)[2]) if is_packed else data
        digits = re.sub(rb"\s", b"", plain.split(b"\n", 3)[-1]) if b"Raw profile" in data else b""
        parts += [plain, bytes.fromhex(digits.decode()) if re.fullmatch(rb"[0-9a-f]*", digits) else b""]
    return b"".join(parts)


def frames(file, form, folder):
    if form == "jxl":
        moving = os.path.join(folder, "moving.apng")
        run(["djxl", "--quiet", file, moving])
        file, form = moving, "apng"
    if form == "avif":
        info = run(["avifdec", "--info", file]).decode()
        return info.count("Decoded frame")
    if form not in ("apng", "png", "gif", "webp", "tiff"):
        return 1
    with Image.open(file) as image:
        return getattr(image, "n_frames", 1)


serve(read)
