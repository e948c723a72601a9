import type { ByteSource } from '../lib/byteSource.ts';

const syncByte = 0x47;
const packetBytes = 188;
/** The size of the arrival time that Blu-ray discs and camcorders store before each packet. */
const timeBytes = 4;
const timedPacketBytes = timeBytes + packetBytes;

/** Returns a transport stream without arrival times, and other data unchanged. */
export function withoutArrivalTimes(bytes: ByteSource): ByteSource {
  const head = bytes.read(0, 2 * timedPacketBytes);
  const isTimed = head[timeBytes] === syncByte && head[timeBytes + timedPacketBytes] === syncByte;
  if (!isTimed || head[0] === syncByte) return bytes;
  return {
    size: Math.floor(bytes.size / timedPacketBytes) * packetBytes,
    read: (at, length) => {
      const first = Math.floor(at / packetBytes);
      const last = Math.ceil((at + length) / packetBytes);
      const timed = bytes.read(first * timedPacketBytes, (last - first) * timedPacketBytes);
      const packets = Buffer.alloc(Math.floor(timed.length / timedPacketBytes) * packetBytes);
      for (let packet = 0; packet * packetBytes < packets.length; packet += 1) {
        const from = packet * timedPacketBytes + timeBytes;
        timed.copy(packets, packet * packetBytes, from, from + packetBytes);
      }
      return packets.subarray(at - first * packetBytes, at + length - first * packetBytes);
    },
  };
}
