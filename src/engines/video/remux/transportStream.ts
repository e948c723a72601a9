import type { ByteSource } from '../../lib/media/byteSource.ts';

const syncByte = 0x47;
const packetBytes = 188;
/** Blu-ray discs and camcorders put an arrival time before each packet. */
const timeBytes = 4;
const timedPacketBytes = timeBytes + packetBytes;

/** A transport stream without the times before its packets, or the bytes as they are when they are none. */
export async function withoutArrivalTimes(bytes: ByteSource): Promise<ByteSource> {
  const head = await bytes.read(0, 2 * timedPacketBytes);
  const isTimed = head[timeBytes] === syncByte && head[timeBytes + timedPacketBytes] === syncByte;
  if (!isTimed || head[0] === syncByte) return bytes;
  return {
    size: Math.floor(bytes.size / timedPacketBytes) * packetBytes,
    read: async (start, end) => {
      const first = Math.floor(start / packetBytes);
      const last = Math.ceil(end / packetBytes);
      const timed = await bytes.read(first * timedPacketBytes, last * timedPacketBytes);
      const packets = new Uint8Array(Math.floor(timed.length / timedPacketBytes) * packetBytes);
      for (let packet = 0; packet * packetBytes < packets.length; packet += 1) {
        const at = packet * timedPacketBytes + timeBytes;
        packets.set(timed.subarray(at, at + packetBytes), packet * packetBytes);
      }
      return packets.subarray(start - first * packetBytes, end - first * packetBytes);
    },
  };
}
