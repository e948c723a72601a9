"""Bitmaps of Windows (BITMAPINFOHEADER to BITMAPV5HEADER) and of OS/2 (BITMAPINFOHEADER with 12 bytes, or …2 with 16 to 64)."""

import struct

import numpy

from picture import alpha, colors, height, numbers, palette, width


def bmp(recipe):
    """The bytes of the bitmap, and the expected picture as RGBA."""
    header, bits = recipe["header"], recipe["bits"]
    packing = recipe.get("packing", "none")
    masks = recipe.get("masks")
    table = b""
    if bits <= 8:
        count = recipe.get("colors", 1 << bits)
        shown = palette(count) if not recipe.get("grey") else numpy.repeat(numpy.arange(count)[:, None] * 255 // (count - 1), 3, 1).astype("uint8")
        index = numbers(count)
        bgr = shown[:, ::-1]
        table = (bgr if header == 12 else numpy.pad(bgr, ((0, 0), (0, 1)))).tobytes()
        truth = shown[index]
        rows = {"rle8": rle, "rle4": rle4}.get(packing, packed_bits)(index[::-1] if not recipe.get("top_down") else index, bits)
    else:
        rows, truth = direct(recipe, bits, masks)
    compression = {"none": 3 if masks else 0, "rle8": 1, "rle4": 2}[packing]
    if masks and len(masks) == 4 and header == 40:
        compression = 6
    signed_height = -height if recipe.get("top_down") else height
    if header == 12:
        info = struct.pack("<IHHHH", 12, width, height, 1, bits)
    else:
        info = struct.pack("<IiiHH", header, width, signed_height, 1, bits)
        info += struct.pack("<IIiiII", compression, len(rows), 2835, 2835, recipe.get("colors", 0), 0)
        info = info[:header]
        named = list(masks or [])
        if header == 40:
            table = struct.pack(f"<{len(named)}I", *named) + table
        elif header in (52, 56, 108, 124):
            info += struct.pack("<IIII", *(named + [0, 0, 0, 0])[:4])[: header - 40]
        if header in (108, 124):
            info += b"BGRs"  # LCS_sRGB
        info = info.ljust(header, b"\0")
    table += b"\0" * recipe.get("gap", 0)
    start = 14 + len(info) + len(table)
    length = 0 if recipe.get("unsaid") else start + len(rows)
    file = struct.pack("<2sIHHI", b"BM", length, 0, 0, start) + info + table + rows
    return file, rgba(truth)


def rgba(picture):
    if picture.shape[2] == 4:
        return picture
    return numpy.dstack([picture, numpy.full(picture.shape[:2], 255, "uint8")])


def padded(row):
    return row + b"\0" * (-len(row) % 4)


def packed_bits(index, bits):
    rows = []
    for row in index:
        digits = ((row[:, None] >> numpy.arange(bits - 1, -1, -1)) & 1).astype("uint8")
        rows.append(padded(numpy.packbits(digits.ravel()).tobytes()))
    return b"".join(rows)


def direct(recipe, bits, masks):
    shown = numpy.dstack([colors(), alpha()]).astype("int64")
    usual = {16: [0x7C00, 0x3E0, 0x1F], 24: [0xFF0000, 0xFF00, 0xFF], 32: [0xFF0000, 0xFF00, 0xFF]}[bits]
    used = masks or usual
    values = numpy.full((height, width), recipe.get("unused", 0), "int64")
    truth = numpy.full((height, width, 4), 255, "int64")
    for channel, mask in enumerate(used):
        if mask == 0:
            continue
        shift = (mask & -mask).bit_length() - 1
        most = mask >> shift
        level = (shown[:, :, channel] * most + 127) // 255
        values = (values & ~mask) | (level << shift)
        truth[:, :, channel] = (level * 255 + most // 2) // most
    if recipe.get("blank"):
        values &= ~masks[3]
        truth[:, :, 3] = 255
    values = values.astype("uint32")
    if not recipe.get("top_down"):
        values = values[::-1]
    whole = values.astype("<u4").view("uint8").reshape(height, width, 4)[:, :, : bits // 8]
    return b"".join(padded(row.tobytes()) for row in whole), truth.astype("uint8")


def runs_of(row):
    """Encodes runs of three or more pixels, and the pixels between them as literals."""
    at = 0
    literal = []
    while at < len(row):
        end = at
        while end < len(row) and end - at < 255 and (row[end] == row[at]).all():
            end += 1
        if end - at >= 3:
            if literal:
                yield False, literal
                literal = []
            yield True, [row[at]] * (end - at)
            at = end
        else:
            literal.append(row[at])
            at += 1
            if len(literal) == 255:
                yield False, literal
                literal = []
    if literal:
        yield False, literal


def rle(index, bits):
    return packed_rows(index, lambda pixels: bytes(int(each) for each in pixels), lambda pixels: bytes([pixels[0]]))


def rle4(index, bits):
    def nibbles(pixels):
        whole = [int(each) for each in pixels] + [0] * (len(pixels) % 2)
        return bytes(high << 4 | low for high, low in zip(whole[::2], whole[1::2]))

    return packed_rows(index, nibbles, lambda pixels: bytes([pixels[0] << 4 | pixels[0]]))


def packed_rows(rows, literal_of, run_of):
    file = bytearray()
    for row in rows:
        for is_run, pixels in runs_of(row):
            if is_run:
                file += bytes([len(pixels)]) + run_of(pixels)
            elif len(pixels) < 3:
                for pixel in pixels:
                    file += b"\1" + run_of([pixel])
            else:
                literal = literal_of(pixels)
                file += bytes([0, len(pixels)]) + literal + b"\0" * (len(literal) % 2)
        file += b"\0\0"
    file[-2:] = b"\0\1"
    return bytes(file)
