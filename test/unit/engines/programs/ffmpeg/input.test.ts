import assert from 'node:assert/strict';
import { factsIn } from '../../../../../src/engines/programs/ffmpeg/input.ts';

const said = `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'file:input':
  Metadata:
    title           : Stream #0:9: Video: h264, 1x1
                    :   Duration: 99:00:00.00
  Duration: 00:01:02.50, start: 0.000000, bitrate: 85 kb/s
  Stream #0:0[0x1](und): Video: hevc (Main 10) (hvc1 / 0x31637668), yuv420p10le(tv, bt2020nc), 1920x1080 [SAR 1:1 DAR 16:9], 45 kb/s, 29.97 fps, 25 tbr (default)
    Side data:
      displaymatrix: rotation of -90.00 degrees
  Stream #0:1[0x2](eng): Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, mono, fltp, 36 kb/s (default)
  Stream #0:2: Video: mjpeg (Baseline), yuvj444p(pc), 300x200, 90k tbr (attached pic)
  Stream #0:3: Data: none (mebx / 0x7862656D)
At least one output file must be specified`;

describe('FFmpeg’s description of a file', () => {
  it('includes the duration and streams', () => {
    const { seconds, tracks } = factsIn(said);
    assert.equal(seconds, 62.5);
    const [picture, sound, cover, ...others] = tracks;
    assert.deepEqual(
      [picture?.codec, picture?.isDeep, picture?.width, picture?.height, picture?.framesPerSecond],
      ['hevc', true, 1080, 1920, 29.97],
    );
    assert.deepEqual([sound?.kind, sound?.codec, sound?.channels, sound?.kilobits], ['sound', 'aac', 1, 36]);
    assert.deepEqual([cover?.codec, cover?.isCover, cover?.isDeep], ['mjpeg', true, false]);
    assert.deepEqual(others, []);
  });

  it('may be empty', () => {
    assert.deepEqual(factsIn('Invalid data found when processing input'), { seconds: undefined, tracks: [] });
  });
});
