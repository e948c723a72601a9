import { beginnings, chunk, exactSignature, type FormatFacts, necessarySignature, phrase } from './format.ts';

/** MPEG audio begins with eleven set bits, or with a tag before them. */
const mpegAudio = necessarySignature(
  'ID3',
  ...Array.from({ length: 32 }, (_, bits) => `\xff${String.fromCharCode(0xe0 + bits)}`),
);
const ac3 = necessarySignature('\x0b\x77');

export const audioFormats: readonly FormatFacts[] = [
  {
    id: 'mp3',
    name: 'MP3',
    aliases: [phrase('Music')],
    mediaType: 'audio/mpeg',
    isKeyword: true,
    signature: mpegAudio,
  },
  { id: 'mp2', name: phrase('MPEG audio, layer II'), mediaType: 'audio/mpeg', signature: mpegAudio },
  { id: 'aac', name: 'Advanced Audio Coding', mediaType: 'audio/aac', signature: mpegAudio },
  {
    id: 'm4a',
    name: phrase('MPEG-4 audio'),
    aliases: [phrase('Apple music')],
    extensions: ['m4b'],
    mediaType: 'audio/mp4',
    signature: 'container',
    container: 'mp4',
    marks: { isoBrands: ['M4A ', 'M4B '], among: 'major' },
  },
  {
    id: 'm4r',
    name: phrase('iPhone ringtone'),
    mediaType: 'audio/mp4',
    signature: necessarySignature({ bytes: 'ftyp', at: 4 }),
  },
  {
    id: 'wav',
    name: phrase('Waveform audio'),
    aliases: [phrase('Sound')],
    extensions: ['wave'],
    mediaType: 'audio/vnd.wave',
    signature: {
      necessary: beginnings(chunk('RIFF', 'WAVE'), 'RF64'),
      sufficient: [chunk('RIFF', 'WAVE'), chunk('RF64', 'WAVE')],
    },
  },
  {
    id: 'w64',
    name: 'Sony Wave64',
    mediaType: 'audio/x-w64',
    signature: exactSignature('riff\x2e\x91\xcf\x11'),
  },
  {
    id: 'flac',
    name: 'Free Lossless Audio Codec',
    mediaType: 'audio/flac',
    signature: { necessary: beginnings('fLaC', 'ID3'), sufficient: beginnings('fLaC') },
  },
  {
    id: 'ogg',
    name: 'Ogg Vorbis',
    extensions: ['oga'],
    mediaType: 'audio/ogg',
    signature: exactSignature('OggS\0'),
  },
  { id: 'opus', name: 'Opus', mediaType: 'audio/ogg', signature: 'container', container: 'ogg' },
  { id: 'spx', name: 'Speex', mediaType: 'audio/ogg', signature: 'container', container: 'ogg' },
  {
    id: 'mka',
    name: phrase('Matroska audio'),
    mediaType: 'audio/matroska',
    signature: 'container',
    container: 'mkv',
  },
  {
    id: 'weba',
    name: phrase('WebM audio'),
    mediaType: 'audio/webm',
    signature: 'container',
    container: 'webm',
  },
  {
    id: 'aiff',
    name: 'Audio Interchange File Format',
    extensions: ['aif', 'aifc'],
    mediaType: 'audio/aiff',
    signature: exactSignature(chunk('FORM', 'AIF')),
  },
  {
    id: 'au',
    name: phrase('Sun audio'),
    mediaType: 'audio/basic',
    // A text could also begin with `.snd`. The offset of the audio data after it begins with zeros.
    signature: { necessary: beginnings('.snd'), sufficient: beginnings('.snd\0\0') },
  },
  {
    id: 'caf',
    name: 'Core Audio Format',
    mediaType: 'audio/x-caf',
    signature: exactSignature('caff\0\x01'),
  },
  { id: 'ac3', name: 'Dolby Digital', mediaType: 'audio/ac3', signature: ac3 },
  { id: 'eac3', name: 'Dolby Digital Plus', mediaType: 'audio/eac3', signature: ac3 },
  { id: 'amr', name: 'Adaptive Multi-Rate', mediaType: 'audio/AMR', signature: necessarySignature('#!AMR') },
  {
    id: 'wma',
    name: phrase('Windows Media audio'),
    mediaType: 'audio/x-ms-wma',
    signature: necessarySignature('\x30\x26\xb2\x75\x8e\x66\xcf\x11'),
  },
  { id: 'tta', name: 'True Audio', mediaType: 'audio/x-tta', signature: necessarySignature('TTA1') },
  { id: 'wv', name: 'WavPack', mediaType: 'audio/x-wavpack', signature: necessarySignature('wvpk') },
];

const isoMedia = { bytes: 'ftyp', at: 4 };
/** Beginnings of older QuickTime files. */
const quickTime = ['moov', 'mdat', 'wide'].map((bytes) => ({ bytes, at: 4 }));
const matroska = necessarySignature('\x1a\x45\xdf\xa3');
const advancedSystems = necessarySignature('\x30\x26\xb2\x75\x8e\x66\xcf\x11');
const programStream = necessarySignature('\0\0\x01\xba');
const syncByte = 'G';

export const videoFormats: readonly FormatFacts[] = [
  {
    id: 'mp4',
    name: 'MPEG-4',
    aliases: [phrase('Video')],
    mediaType: 'video/mp4',
    isKeyword: true,
    signature: necessarySignature(isoMedia),
    marks: {
      isoBrands: [
        'isom',
        'iso2',
        'iso3',
        'iso4',
        'iso5',
        'iso6',
        'iso7',
        'iso8',
        'iso9',
        'mp41',
        'mp42',
        'avc1',
        'dash',
        'MSNV',
        'f4v ',
        'XAVC',
        'ndsc',
      ],
      among: 'major',
    },
  },
  {
    id: 'm4v',
    name: 'Apple MPEG-4',
    mediaType: 'video/x-m4v',
    signature: 'container',
    container: 'mp4',
    marks: { isoBrands: ['M4V ', 'M4VH', 'M4VP'], among: 'major' },
  },
  {
    id: 'mov',
    name: 'QuickTime',
    extensions: ['qt'],
    mediaType: 'video/quicktime',
    signature: { necessary: beginnings(isoMedia, ...quickTime), sufficient: beginnings(...quickTime) },
    marks: { isoBrands: ['qt  '], among: 'major' },
  },
  {
    id: '3gp',
    name: '3GPP',
    mediaType: 'video/3gpp',
    signature: necessarySignature(isoMedia),
    marks: { isoBrands: ['3g2', '3gg', '3gp', '3gr', '3gs'], among: 'major' },
  },
  { id: '3g2', name: '3GPP2', mediaType: 'video/3gpp2', signature: necessarySignature(isoMedia) },
  { id: 'f4v', name: 'Flash MPEG-4', mediaType: 'video/x-f4v', signature: necessarySignature(isoMedia) },
  { id: 'mkv', name: 'Matroska', mediaType: 'video/matroska', signature: matroska },
  { id: 'webm', name: 'WebM', mediaType: 'video/webm', signature: matroska },
  {
    id: 'avi',
    name: 'Audio Video Interleave',
    mediaType: 'video/vnd.avi',
    signature: necessarySignature(chunk('RIFF', 'AVI ')),
  },
  { id: 'flv', name: phrase('Flash video'), mediaType: 'video/x-flv', signature: necessarySignature('FLV') },
  { id: 'wmv', name: phrase('Windows Media video'), mediaType: 'video/x-ms-wmv', signature: advancedSystems },
  {
    id: 'asf',
    name: 'Advanced Systems Format',
    mediaType: 'application/vnd.ms-asf',
    signature: advancedSystems,
  },
  { id: 'mpg', name: 'MPEG', mediaType: 'video/mpeg', signature: programStream },
  { id: 'vob', name: phrase('DVD video'), mediaType: 'video/mpeg', signature: programStream },
  {
    id: 'ts',
    name: phrase('MPEG transport stream'),
    mediaType: 'video/mp2t',
    signature: necessarySignature(syncByte),
  },
  {
    id: 'm2ts',
    name: phrase('Blu-ray video'),
    extensions: ['m2t'],
    mediaType: 'video/mp2t',
    // Each packet begins with a four-byte timestamp.
    signature: necessarySignature({ bytes: syncByte, at: 4 }),
  },
  { id: 'ogv', name: phrase('Ogg video'), mediaType: 'video/ogg', signature: 'container', container: 'ogg' },
  {
    id: 'mxf',
    name: 'Material Exchange Format',
    mediaType: 'application/mxf',
    signature: necessarySignature('\x06\x0e\x2b\x34'),
  },
  { id: 'y4m', name: 'YUV4MPEG2', mediaType: 'video/x-yuv4mpeg', signature: necessarySignature('YUV4MPEG2') },
];
