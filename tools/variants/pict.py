"""QuickDraw pictures (Inside Macintosh: Imaging With QuickDraw, appendix A) of version 1 and 2, made of pixels."""

import io
import struct

import numpy
from PIL import Image

from bmp import packed_bits, rgba
from picture import alpha, colors, height, numbers, palette, width

black_on_white = numpy.array([[255, 255, 255], [0, 0, 0]], "uint8")
bits_rect, packed_rect, direct_rect, in_region = 0x90, 0x98, 0x9A, 1
clip, foreground, comment, compressed, end = 0x01, 0x1A, 0xA1, 0x8200, 0xFF


def pict(recipe):
    """The bytes of the file, and the picture that it is to show as RGBA."""
    version = recipe.get("version", 2)
    truth = rgba(shown(recipe))
    left, top = recipe.get("corner", [0, 0])
    body = b"".join(instruction(version, *each) for each in instructions(recipe, left, top, truth))
    size = recipe.get("points", [width, height])
    begin = b"\x11\x01" if version == 1 else bytes.fromhex("001102ff0c00") + struct.pack(">hH", -2, 0) + bytes(20)
    content = rectangle(left, top, *size) + begin + body + instruction(version, end, b"")
    return bytes(0 if recipe.get("bare") else 512) + struct.pack(">H", len(content) & 0xFFFF) + content, truth


def instruction(version, number, operand):
    if version == 1:
        return bytes([number]) + operand
    return struct.pack(">H", number) + operand + bytes(len(operand) % 2)


def rectangle(left, top, across, down):
    return struct.pack(">4h", top, left, top + down, left + across)


def shown(recipe):
    bits = recipe["bits"]
    if bits == "jpeg":
        y, x = numpy.mgrid[0:height, 0:width]
        return numpy.dstack([60 + x * 3, 200 - y * 4, 120 + x]).astype("uint8")
    if bits <= 8:
        return table(recipe)[numbers(1 << bits)]
    if bits == 16:
        level = (colors().astype("uint32") * 31 + 127) // 255
        return numpy.round(level * 255 / 31).astype("uint8")
    return numpy.dstack([colors(), alpha()]) if recipe.get("alpha") else colors()


def table(recipe):
    """Numbers of one bit in a bitmap are ink on paper, which have colors of their own."""
    if recipe.get("ink"):
        return numpy.array([[255, 255, 255], recipe["ink"]], "uint8")
    return black_on_white if recipe.get("bitmap") else palette(1 << recipe["bits"])


def instructions(recipe, left, top, truth):
    """Some of no effect stand before, as programs write them."""
    yield clip, struct.pack(">H", 10) + rectangle(left, top, *recipe.get("points", [width, height]))
    yield 0x09, bytes(8)
    if recipe.get("ink"):
        yield foreground, b"".join(struct.pack(">H", level * 257) for level in recipe["ink"])
    if recipe["bits"] == "jpeg":
        yield compressed, quick_time(truth)
        return
    # What is drawn upon is not seen.
    if recipe.get("drawn_upon"):
        yield 0x31, rectangle(left, top, 5, 5)
    rows = recipe.get("rows", height)
    for start in range(0, height, rows):
        part = slice(start, min(start + rows, height))
        yield from pixels(recipe, part, left, top)


def pixels(recipe, part, left, top):
    bits = recipe["bits"]
    count = part.stop - part.start
    row_bytes = recipe.get("row_bytes", {16: width * 2, 32: width * 4}.get(bits, -(-width * bits // 16) * 2))
    rows = stored(recipe, part, row_bytes)
    map_bytes = struct.pack(">H", row_bytes | (0 if recipe.get("bitmap") else 0x8000)) + rectangle(0, 0, width, count)
    if not recipe.get("bitmap"):
        samples = 1 if bits <= 8 else 3 if bits == 16 else 4 if recipe.get("alpha") else 3
        kind, each = (0, bits) if bits <= 8 else (16, 5 if bits == 16 else 8)
        map_bytes += struct.pack(">HHIIIHHHHIII", 0, recipe.get("pack", 0), 0, 72 << 16, 72 << 16, kind, bits, samples, each, 0, 0, 0)
    if bits > 8:
        number, map_bytes = direct_rect, struct.pack(">I", 0xFF) + map_bytes
    else:
        number = bits_rect if recipe.get("plain") else packed_rect
        if not recipe.get("bitmap"):
            map_bytes += color_table(table(recipe), recipe.get("device", False))
    across, down = recipe.get("points", [width, height])
    place = rectangle(left, top, across, down) if "points" in recipe else rectangle(left, top + part.start, width, count)
    region = b""
    if recipe.get("region"):
        number, region = number | in_region, struct.pack(">H", 10) + place
    yield number, map_bytes + rectangle(0, 0, width, count) + place + struct.pack(">H", recipe.get("mode", 0)) + region + rows


def color_table(shown_colors, device):
    """In the order of their numbers, or, where these are told, in any."""
    entries = list(enumerate(shown_colors))
    ordered = entries if device else entries[::-1]
    content = struct.pack(">IHH", 0, 0x8000 if device else 0, len(entries) - 1)
    return content + b"".join(struct.pack(">H3H", 0 if device else number, *(int(level) * 257 for level in color)) for number, color in ordered)


def stored(recipe, part, row_bytes):
    bits, pack = recipe["bits"], recipe.get("pack", 0)
    if bits <= 8:
        index = numbers(1 << bits)[part]
        lines = [packed_bits(row[None], bits)[: -(-width * bits // 8)].ljust(row_bytes, b"\0") for row in index]
    elif bits == 16:
        level = (colors()[part].astype("uint32") * 31 + 127) // 255
        words = (level[:, :, 0] << 10) | (level[:, :, 1] << 5) | level[:, :, 2]
        lines = [row.astype(">u2").tobytes().ljust(row_bytes, b"\0") for row in words]
    else:
        first = alpha()[part] if recipe.get("alpha") else numpy.zeros_like(alpha()[part])
        samples = numpy.dstack([first, colors()[part]])
        if pack in (0, 4):
            planes = samples if recipe.get("alpha") else samples[:, :, 1:]
            lines = [numpy.moveaxis(row, -1, 0).tobytes() for row in planes]
        else:
            lines = [row[:, 1:].tobytes() if pack == 2 else row.tobytes().ljust(row_bytes, b"\0") for row in samples]
    if recipe.get("plain") or pack in (1, 2) or row_bytes < 8:
        return b"".join(lines)
    by_words = row_bytes > 250 if "count" not in recipe else recipe["count"] == 2
    packed = [pack_bits(line, 2 if bits == 16 and pack in (0, 3) else 1) for line in lines]
    return b"".join(struct.pack(">H" if by_words else ">B", len(line)) + line for line in packed)


def pack_bits(line, unit):
    units = [line[at : at + unit] for at in range(0, len(line), unit)]
    packed, at = bytearray(), 0
    while at < len(units):
        end = at + 1
        while end < len(units) and end - at < 128 and units[end] == units[at]:
            end += 1
        if end - at > 1:
            packed.append(257 - (end - at))
            packed += units[at]
        else:
            while end < len(units) and end - at < 128 and units[end] != units[end - 1]:
                end += 1
            packed.append(end - at - 1)
            packed += b"".join(units[at:end])
        at = end
    return bytes(packed)


def quick_time(truth):
    """A JPEG behind a matrix that changes nothing and a description ("Image Compression Manager")."""
    file = io.BytesIO()
    Image.fromarray(truth[:, :, :3]).save(file, "JPEG", quality=98, subsampling=0)
    jpeg = file.getvalue()
    one, matrix = 1 << 16, struct.pack(">9i", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
    before = struct.pack(">H", 0) + matrix + bytes(12) + struct.pack(">H", 64) + rectangle(0, 0, width, height) + bytes(8)
    description = struct.pack(">I4s24xHHIIIH32sHh", 86, b"jpeg", width, height, 72 * one, 72 * one, len(jpeg), 1, b"", 24, -1)
    content = before + description + jpeg
    return struct.pack(">I", len(content)) + content
