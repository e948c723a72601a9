"""Makes the sound files that sound.ts lists, each under its name in the given folder."""
import os, shutil, struct, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy

VARIANTS = {}
SECONDS = 0.7


def variant(file_format, name):
    def add(make):
        VARIANTS[f"{name}.{file_format}"] = make
        return make

    return add


def run(*args):
    subprocess.run(args, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def tones(rate=44100, channels=2, seconds=SECONDS):
    """A sliding tone for each channel, each with a different pitch, so that no two channels can be confused."""
    at = numpy.arange(int(rate * seconds)) / rate
    return numpy.stack([0.4 * numpy.sin(2 * numpy.pi * (150 + 97 * n + 180 * at) * at) for n in range(channels)], axis=1)


def source(rate=44100, channels=2, seconds=SECONDS, bits=32):
    """The tones as a WAV file."""
    file = tempfile.NamedTemporaryFile(suffix=".wav", delete=False).name
    content = (tones(rate, channels, seconds) * 2 ** (bits - 1)).astype(f"<i{bits // 8}").tobytes()
    with open(file, "wb") as out:
        out.write(riff(1, channels, rate, bits, content))
    return file


def chunk(name, content):
    return name + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)


def riff(tag, channels, rate, bits, content, more=b"", extra=b"", behind=b""):
    about = struct.pack("<HHIIHH", tag, channels, rate, rate * channels * bits // 8, channels * bits // 8, bits) + extra
    body = b"WAVE" + chunk(b"fmt ", about) + more + chunk(b"data", content) + behind
    return b"RIFF" + struct.pack("<I", len(body)) + body


def by(program, *args, before=(), **shape):
    """A writer that runs a program with the tones as its first argument, followed by these arguments and the file."""

    def write(file):
        tone = source(**shape)
        run(program, *before, tone, *args, file)
        os.unlink(tone)

    return write


def ffmpeg(*args, **shape):
    return by("ffmpeg", *args, before=("-v", "error", "-y", "-i"), **shape)


def sox(*args, **shape):
    return by("sox", *args, before=("-D",), **shape)


# The uncompressed codecs that each container supports.
PCM = {
    "wav": ["pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_alaw", "pcm_mulaw"],
    "w64": ["pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_alaw", "pcm_mulaw"],
    "aiff": ["pcm_s8", "pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_s16le", "pcm_f32be", "pcm_f64be", "pcm_alaw", "pcm_mulaw"],
    "au": ["pcm_s8", "pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_f32be", "pcm_f64be", "pcm_alaw", "pcm_mulaw"],
}
for file_format, codecs in PCM.items():
    for codec in codecs:
        variant(file_format, codec)(ffmpeg("-c:a", codec))
    for bits in (8, 16, 24, 32):
        variant(file_format, f"{bits} bits, by SoX")(sox("-b", str(bits)))
for name, codec in {"IMA ADPCM": "adpcm_ima_wav", "Microsoft ADPCM": "adpcm_ms"}.items():
    variant("wav", name)(ffmpeg("-c:a", codec))
variant("wav", "RF64")(ffmpeg("-rf64", "always"))
variant("wav", "IMA ADPCM, by SoX")(sox("-e", "ima-adpcm"))
variant("wav", "Microsoft ADPCM, by SoX")(sox("-e", "ms-adpcm"))
variant("wav", "GSM, by SoX")(sox("-e", "gsm-full-rate", rate=8000, channels=1))
variant("wav", "MP3 inside")(ffmpeg("-c:a", "libmp3lame", "-f", "wav"))
variant("aiff", "IMA ADPCM")(ffmpeg("-c:a", "adpcm_ima_qt"))
variant("au", "G.726")(ffmpeg("-c:a", "adpcm_g726le", "-f", "au", rate=8000, channels=1))


def written(make):
    def write(file):
        with open(file, "wb") as out:
            out.write(make())

    return write


def sixteen(channels=2, rate=44100):
    return (tones(rate, channels) * 2**15).astype("<i2").tobytes()


GUID = bytes.fromhex("000000001000800000aa00389b71")


def extensible(tag, valid, mask):
    return struct.pack("<HHIH", 22, valid, mask, tag) + GUID


deep = lambda shift: ((tones() * 2**31).astype("<i4") >> shift << shift).tobytes()
variant("wav", "odd chunks before and after the data")(written(lambda: riff(1, 2, 44100, 16, sixteen(), more=chunk(b"note", b"odd"), behind=chunk(b"cue ", b"\0\0\0\0") + chunk(b"LIST", b"INFO" + chunk(b"INAM", b"a name")))))
variant("wav", "the maximum length, as in streams")(written(lambda: riff(1, 2, 44100, 16, sixteen()).replace(b"data" + struct.pack("<I", len(sixteen())), b"data\xff\xff\xff\xff")))
variant("wav", "20 of 24 bits, extensible")(written(lambda: riff(0xFFFE, 2, 44100, 24, numpy.frombuffer(deep(12), "u1").reshape(-1, 4)[:, 1:].tobytes(), extra=extensible(1, 20, 3))))
variant("wav", "12 bits")(written(lambda: riff(1, 2, 44100, 16, ((tones() * 2**15).astype("<i2") >> 4 << 4).tobytes()).replace(struct.pack("<HH", 4, 16), struct.pack("<HH", 4, 12), 1)))
variant("wav", "extensible, without speaker positions")(written(lambda: riff(0xFFFE, 4, 48000, 16, sixteen(4, 48000), extra=extensible(1, 16, 0))))
variant("wav", "extensible, of floats")(written(lambda: riff(0xFFFE, 2, 44100, 32, tones().astype("<f4").tobytes(), extra=extensible(3, 32, 3))))
for bits in (8, 16, 24, 32):
    variant("wav", f"big-endian, {bits} bits, by SoX")(sox("-B", "-b", str(bits)))
variant("wav", "big-endian, floats, by SoX")(sox("-B", "-e", "floating-point", "-b", "32"))
variant("wav", "big-endian, A-law, by SoX")(sox("-B", "-e", "a-law"))

for channels in range(1, 9):
    variant("wav", f"{channels} channels")(ffmpeg(channels=channels))
for channels in (4, 6, 8):
    variant("flac", f"{channels} channels")(ffmpeg(channels=channels))
for rate in (8000, 11025, 16000, 22050, 32000, 48000, 88200, 96000, 192000):
    variant("wav", f"{rate} Hz")(ffmpeg(rate=rate))

for bits in (8, 16, 20, 24):
    variant("flac", f"{bits} bits, by flac")(lambda file, bits=bits: flac(file, bits))
variant("flac", "without a seek table, large blocks")(lambda file: flac(file, 16, "--no-seektable", "-b", "16384", "--lax"))
variant("flac", "subset off, mid-side, long predictors")(lambda file: flac(file, 24, "--lax", "-l", "32", "-m", "-8"))
variant("flac", "padding and tags")(lambda file: flac(file, 16, "-P", "40000", "-T", "TITLE=Größe"))
variant("flac", "by flac in Ogg")(lambda file: flac(file, 16, "--ogg"))


def flac(file, bits, *switches):
    tone = source()
    cut = tone + ".cut.wav"
    with open(cut, "wb") as out:
        content = numpy.frombuffer(deep(32 - bits), "u1").reshape(-1, 4)
        stored = {8: 1, 16: 2, 20: 3, 24: 3}[bits]
        content = content[:, 4 - stored :]
        if bits == 8:
            content = content ^ 0x80
        about = extensible(1, bits, 3)
        out.write(riff(0xFFFE, 2, 44100, stored * 8, content.tobytes(), extra=about))
    run("flac", "--silent", "-f", *switches, "-o", file, cut)
    os.unlink(tone)
    os.unlink(cut)


for name, switches, rate in (
    ("CBR", ["-b", "128"], 44100),
    ("VBR", ["-V", "4"], 44100),
    ("ABR", ["--abr", "150"], 48000),
    ("joint stereo", ["-m", "j", "-b", "96"], 44100),
    ("plain stereo", ["-m", "s", "-b", "320"], 48000),
    ("mono", ["-m", "m", "-b", "64"], 44100),
    ("without a Xing header", ["-t", "-b", "128"], 44100),
    ("MPEG 2", ["-b", "64", "--resample", "22.05"], 22050),
    ("MPEG 2.5", ["-b", "32", "--resample", "8"], 8000),
    ("ID3v1 and ID3v2", ["-b", "128", "--tt", "a title", "--add-id3v2"], 44100),
    ("CRC", ["-p", "-b", "128"], 44100),
    ("free format", ["--freeformat", "-b", "500"], 44100),
):
    variant("mp3", name)(by("lame", before=("--quiet", *switches), rate=rate, seconds=2))

for name, switches, shape in (
    ("quality 0", ["-q", "0"], {}),
    ("quality 10", ["-q", "10"], {}),
    ("mono", ["-q", "4"], {"channels": 1}),
    ("8000 Hz", ["-q", "3"], {"rate": 8000}),
    *((f"{channels} channels", ["-q", "8"], {"channels": channels}) for channels in range(3, 9)),
):
    variant("ogg", name)(by("oggenc", "-o", before=("-Q", *switches), bits=16, **shape))


for name, switches, shape in (
    ("stereo", [], {"rate": 48000}),
    ("mono", ["--bitrate", "32"], {"rate": 48000, "channels": 1}),
    ("six channels", [], {"rate": 48000, "channels": 6}),
    ("from 16000 Hz", [], {"rate": 16000}),
    ("frames of 2.5 ms", ["--framesize", "2.5"], {"rate": 48000}),
    ("frames of 60 ms", ["--framesize", "60"], {"rate": 48000}),
    ("constant rate", ["--hard-cbr", "--bitrate", "96"], {"rate": 48000}),
):
    variant("opus", name)(by("opusenc", before=("--quiet", *switches), bits=16, **shape))


@variant("opus", "with a gain")
def gain(file):
    """Sets the output gain in the header (RFC 7845, 5.1) to -6 dB, and recomputes the checksum of its page."""
    by("opusenc", before=("--quiet",), rate=48000, bits=16)(file)
    with open(file, "rb") as packed:
        content = bytearray(packed.read())
    start = content.index(b"OpusHead")
    struct.pack_into("<h", content, start + 16, -6 * 256)
    end = content.index(b"OggS", 4)
    struct.pack_into("<I", content, 22, 0)
    struct.pack_into("<I", content, 22, oggSum(content[:end]))
    with open(file, "wb") as out:
        out.write(content)


def oggSum(page):
    total = 0
    for byte in page:
        total ^= byte << 24
        for _ in range(8):
            total = (total << 1) ^ (0x104C11DB7 if total & 0x80000000 else 0)
    return total & 0xFFFFFFFF


for codec in ("flac", "libopus", "libvorbis", "libmp3lame", "pcm_s16le", "pcm_f32le", "pcm_s24le"):
    variant("mka", codec)(ffmpeg("-c:a", codec, rate=48000))
for codec in ("aac", "alac", "ac3", "wavpack", "tta"):
    variant("mka", codec)(ffmpeg("-c:a", codec, rate=48000))
for codec in ("libopus", "libvorbis"):
    variant("weba", codec)(ffmpeg("-c:a", codec, "-f", "webm", rate=48000))

if __name__ == "__main__":
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(write, os.path.join(sys.argv[1], name)) for name, write in VARIANTS.items()]:
            try:
                done.result()
            except subprocess.CalledProcessError as error:
                sys.exit(f"{error.cmd}: {error.stderr.decode()}")
