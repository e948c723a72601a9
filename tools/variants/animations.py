"""Makes animations (PNG, third edition, 11.3.6; GIF89a; WebP, AVIF, and JPEG XL with their own programs). Stores the expected pictures beside each."""

import json
import os
import struct
import subprocess
import tempfile
import zlib

import numpy
from PIL import Image

from answering import serve
from png import chunk

width, height = 40, 30


def frames(recipe):
    """The frames to store in the file: the changed pixels of each, and their position."""
    made = []
    for index, each in enumerate(recipe["frames"]):
        left, top, across, down = each.get("place", [0, 0, width, height])
        y, x = numpy.mgrid[0:down, 0:across].astype(float)
        picture = numpy.dstack([80 + x * 3, 60 + y * 4, 40 * index + x * 0 + 30, 255 + x * 0]).astype("uint8")
        cover = each.get("cover", "all")
        # A ring that is transparent or half transparent.
        if cover != "all":
            picture[2:-2, 2:-2, 3] = {"holes": 0, "half": 128}[cover]
            picture[6:-6, 6:-6, 3] = 255
        made.append((left, top, picture, each.get("dispose", 0), each.get("blend", True), each.get("ms", 100)))
    return made


def drawn(pictures):
    """The expected pictures, in order."""
    canvas = numpy.zeros((height, width, 4))
    for left, top, picture, dispose, blend, _ in pictures:
        before = canvas.copy()
        down, across = picture.shape[:2]
        place = canvas[top : top + down, left : left + across]
        place[:] = over(picture.astype(float), place) if blend else picture
        yield numpy.round(canvas).astype("uint8")
        if dispose == 1:
            canvas[top : top + down, left : left + across] = 0
        if dispose == 2:
            canvas = before


def over(above, below):
    a, b = above[:, :, 3:] / 255, below[:, :, 3:] / 255
    covered = a + b * (1 - a)
    color = above[:, :, :3] * a + below[:, :, :3] * b * (1 - a)
    return numpy.dstack([color / numpy.where(covered == 0, 1, covered), covered * 255])


def apng(recipe, pictures):
    plays, hidden = recipe.get("plays", 0), recipe.get("hidden", False)
    content = b"\x89PNG\r\n\x1a\n" + chunk("IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    content += chunk("acTL", struct.pack(">II", len(pictures), plays))
    number = 0
    if hidden:
        content += chunk("IDAT", pixels(numpy.full((height, width, 4), 99, "uint8")))
    for index, (left, top, picture, dispose, blend, ms) in enumerate(pictures):
        down, across = picture.shape[:2]
        times = [ms // 10, recipe["denominator"]] if "denominator" in recipe else [ms, 1000]
        content += chunk("fcTL", struct.pack(">IIIIIHHBB", number, across, down, left, top, *times, dispose, int(blend)))
        number += 1
        if index == 0 and not hidden:
            content += chunk("IDAT", pixels(picture))
        else:
            content += chunk("fdAT", struct.pack(">I", number) + pixels(picture))
            number += 1
    return content + chunk("IEND", b"")


def pixels(picture):
    return zlib.compress(b"".join(b"\0" + row.tobytes() for row in picture))


def gif(recipe, pictures):
    """A GIF in which each frame has its own palette, whose last color is transparent."""
    content = b"GIF89a" + struct.pack("<HHBBB", width, height, 0, 0, 0)
    plays = recipe.get("plays", 1)
    if plays != 1:
        # The number of repetitions; 0 means endless.
        again = max(0, plays - 1)
        content += b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<H", again) + b"\0"
    for left, top, picture, dispose, _, ms in pictures:
        down, across = picture.shape[:2]
        quantized = Image.fromarray(picture[:, :, :3]).quantize(255)
        table = bytes(quantized.getpalette()[: 255 * 3]).ljust(256 * 3, b"\0")
        index = numpy.where(picture[:, :, 3] == 0, 255, numpy.array(quantized)).astype("uint8")
        picture[:, :, :3] = numpy.array(quantized.convert("RGB"))
        rows = index
        if recipe.get("interlaced"):
            rows = numpy.concatenate([index[start::step] for start, step in ((0, 8), (4, 8), (2, 4), (1, 2))])
        method = {0: 1, 1: 2, 2: 3}[dispose]
        content += b"\x21\xf9\x04" + struct.pack("<BHB", method << 2 | 1, ms // 10, 255) + b"\0"
        flags = 0x87 | (0x40 if recipe.get("interlaced") else 0)
        content += b"\x2c" + struct.pack("<HHHHB", left, top, across, down, flags) + table + b"\x08" + codes(rows.tobytes())
    return content + b"\x3b"


def codes(numbers):
    """LZW codes of nine bits. The table is cleared before codes would need ten bits."""
    bits = ""
    for at in range(0, len(numbers), 250):
        bits = "".join(f"{code:09b}" for code in reversed([256, *numbers[at : at + 250]])) + bits
    bits = f"{257:09b}" + bits
    data = int(bits, 2).to_bytes(-(-len(bits) // 8), "little")
    return b"".join(bytes([len(part)]) + part for part in (data[at : at + 255] for at in range(0, len(data), 255))) + b"\0"


def webp(recipe, pictures):
    with tempfile.TemporaryDirectory() as folder:
        command = ["webpmux"]
        for index, (left, top, picture, dispose, blend, ms) in enumerate(pictures):
            name = os.path.join(folder, f"{index}.webp")
            Image.fromarray(picture).save(name, lossless=True, exact=True)
            command += ["-frame", name, f"+{ms}+{left}+{top}+{dispose}{'+b' if blend else '-b'}"]
        out = os.path.join(folder, "a.webp")
        run([*command, "-loop", str(recipe.get("plays", 0)), "-o", out])
        with open(out, "rb") as file:
            return file.read()


def jxl(recipe, pictures):
    """A JPEG XL with complete frames, because cjxl supports no others."""
    whole = [(0, 0, picture, 0, False, ms) for picture, (*_, ms) in zip(drawn(pictures), pictures)]
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("a.png", "a.jxl")]
        with open(names[0], "wb") as file:
            file.write(apng(recipe, whole))
        run(["cjxl", "--quiet", *names, "-d", "0"])
        with open(names[1], "rb") as file:
            return file.read()


def avif(recipe, pictures):
    """An AVIF with complete frames, each encoded as the difference from earlier ones."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["avifenc", "--lossless", "--cicp", "1/13/0", "--speed", "6", "--timescale", "1000"]
        for index, (picture, (*_, ms)) in enumerate(zip(drawn(pictures), pictures)):
            name = os.path.join(folder, f"{index}.png")
            Image.fromarray(picture).save(name)
            command += ["--duration", str(ms), name]
        out = os.path.join(folder, "a.avif")
        run([*command, *recipe.get("more", []), out])
        with open(out, "rb") as file:
            return file.read()


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(f"{command[0]}: {done.stderr[-300:]}")


makers = {"apng": apng, "avif": avif, "gif": gif, "jxl": jxl, "png": apng, "webp": webp}


def make(request):
    recipe, path = request["recipe"], request["file"]
    pictures = frames(recipe)
    with open(path, "wb") as file:
        file.write(makers[request["format"]](recipe, pictures))
    durations = [ms for *_, ms in pictures]
    plays = recipe.get("plays", 1 if request["format"] == "gif" else 0)
    facts = {"width": width, "height": height, "durations": durations, "plays": plays}
    with open(path + ".frames", "wb") as file:
        file.write(json.dumps(facts).encode() + b"\n" + b"".join(each.tobytes() for each in drawn(pictures)))
    return {}, b""


serve(make)
