import { EncodedVideoPacketSource, Output } from 'mediabunny';
import { stat } from 'node:fs/promises';
import type { EngineTask } from '../api/task.ts';
import { framesOf } from '../images/animation/frames.ts';
import { fileTarget, outputFormat } from '../lib/mediaOutput.ts';
import { openAnimation } from './animation.ts';
import { encoded } from './encoder.ts';
import { animationVideoOptions, videoDefaults } from './video.ts';

const [finest, coarsest] = [10, 51];

/**
 * Converts an animation to video, and keeps the duration of each frame.
 * @throws ConversionError
 */
export async function convertAnimation({
  from,
  to,
  inputPath,
  outputPath,
  options,
}: EngineTask): Promise<void> {
  const { background = videoDefaults.background, quality = videoDefaults.quality } =
    animationVideoOptions.parse(options);
  const animation = await openAnimation(inputPath, from);
  const pixels = new Uint8Array(animation.width * animation.height * 4);
  const frames = framesOf(animation, pixels, Buffer.from(`${background.slice(1)}ff`, 'hex'));
  const { size } = await stat(inputPath);
  const output = new Output({ format: outputFormat(to, size), target: fileTarget(outputPath) });
  const track = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(track);
  await output.start();
  try {
    for await (const { packet, config } of encoded(frames, animation, quantizerOf(quality))) {
      await track.add(packet, { decoderConfig: config });
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
}

/** Converts a quality from 1 to 100 to the encoder's quantizer, for which lower is better. */
function quantizerOf(quality: number): number {
  return Math.round(coarsest - ((quality - 1) * (coarsest - finest)) / 99);
}
