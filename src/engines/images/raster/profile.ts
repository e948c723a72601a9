/** The header before a profile's tags (ICC.1, 7.2). */
const headerBytes = 128;

/** The ICC profile, unchanged, if it is complete and for RGB. */
export function profileOfColors(profile: Buffer): Buffer | undefined {
  const isWhole = profile.length >= headerBytes && profile.readUInt32BE(0) <= profile.length;
  return isWhole && profile.toString('latin1', 16, 20) === 'RGB ' ? profile : undefined;
}
