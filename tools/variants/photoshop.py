"""Photoshop files in each mode, depth, and packing (Adobe Photoshop File Formats Specification)."""

import struct
import zlib

import numpy

width, height = 45, 33
modes = {"bitmap": 0, "gray": 1, "indexed": 2, "rgb": 3, "cmyk": 4, "multichannel": 7, "duotone": 8, "lab": 9}
raw, run_length, zipped = 0, 1, 2


def photoshop(recipe):
    bits, mode, big = recipe["bits"], modes[recipe["mode"]], recipe.get("big", False)
    planes = planes_of(mode, recipe["channels"], recipe.get("transparent", False))
    colors = numpy.random.RandomState(2).randint(0, 256, 768).astype("uint8").tobytes() if mode == 2 else b""
    if recipe["mode"] == "duotone":
        colors = b"inks" * 20
    resources = b"".join(resource(*each) for each in recipe.get("resources", []))
    layers = one_layer(-1 if recipe.get("transparent") else 1, big) if recipe.get("layer") else b""
    content = b"8BPS" + struct.pack(">H6xHIIHH", 2 if big else 1, len(planes), height, width, bits, mode)
    content += sized(colors) + sized(resources) + sized(layers, big)
    packing = recipe.get("packing", raw)
    rows = [row for plane in planes for row in rows_of(plane, bits)]
    return content + struct.pack(">H", packing) + packed(rows, packing, big)


def planes_of(mode, channels, transparent):
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    if mode == 2:
        return [((x // 3 + y // 3) % 200) / 255]
    parts = [x / (width - 1), y / (height - 1), ((x // 4 + y // 4) % 2) * 0.8 + 0.1, (x + y) / (width + height), x * 0 + 1]
    alpha = numpy.where(x < 15, 0, numpy.where(x < 30, 0.5, 1))
    if not transparent:
        return parts[:channels]
    # The merged picture of all layers has a white background.
    return [part * alpha + 1 - alpha for part in parts[: channels - 1]] + [alpha]


def rows_of(plane, bits):
    if bits == 1:
        return [numpy.packbits((row < 0.5).astype("uint8")).tobytes() for row in plane]
    if bits == 32:
        return [row.astype(">f4").tobytes() for row in plane]
    return [numpy.round(row * (2**bits - 1)).astype(">u1" if bits == 8 else ">u2").tobytes() for row in plane]


def packed(rows, packing, big):
    if packing == raw:
        return b"".join(rows)
    if packing == zipped:
        return zlib.compress(b"".join(rows))
    runs = [in_runs(row) for row in rows]
    return b"".join(struct.pack(">I" if big else ">H", len(run)) for run in runs) + b"".join(runs)


def in_runs(row):
    written, at = bytearray(), 0
    while at < len(row):
        end = at + 1
        while end < len(row) and end - at < 128 and row[end] == row[at]:
            end += 1
        if end - at > 1:
            written += bytes([257 - (end - at), row[at]])
        else:
            while end < len(row) and end - at < 128 and row[end] != row[end - 1]:
                end += 1
            written += bytes([end - at - 1]) + row[at:end]
        at = end
    return bytes(written)


def sized(content, big=False):
    return struct.pack(">Q" if big else ">I", len(content)) + content


def resource(number, content):
    data = bytes.fromhex(content)
    return b"8BIM" + struct.pack(">HH", number, 0) + sized(data) + bytes(len(data) % 2)


def one_layer(count, big):
    """A layer without pixels. The count is negative if the first channel after the colors is transparency."""
    extra = bytes(12)
    record = bytes(16) + struct.pack(">H", 0) + b"8BIMnorm" + bytes([255, 0, 0, 0]) + sized(extra)
    info = struct.pack(">h", count) + record
    return sized(info + bytes(len(info) % 2), big) + bytes(4)
