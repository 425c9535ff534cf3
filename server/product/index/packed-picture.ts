import { parsePicture } from '#shared/picture.ts'

const PREFIX = '/pictures/'
const SUFFIX = '.jpg'
/** What follows the hash: width and height in two bytes each, the colour in three. */
const AFTER_HASH_BYTES = 7
const MOST_PX = 0xffff
const TEXT_LENGTH_BYTES = 4

/** The most bytes that an address takes. */
export const mostBytesOf = (address: string) => 1 + TEXT_LENGTH_BYTES + address.length * 3

/**
 * Writes a picture's address in as few bytes as it needs, a third of its text, and returns where they end: the number of bytes of its
 * hash, the hash, width, height and colour. Any other address is a zero, the number of its bytes in four, and its text.
 */
export function packPicture(record: Buffer, at: number, address: string): number {
  const end = packParts(record, at, address)
  return end !== undefined && pictureAt(record, at) === address ? end : packText(record, at, address)
}

function packParts(record: Buffer, at: number, address: string): number | undefined {
  const picture = parsePicture(address)
  if (picture === undefined || Math.max(picture.width, picture.height) > MOST_PX) return undefined
  const { stem, width, height, dominantHex } = picture
  const hashBytes = record.write(stem.slice(PREFIX.length, stem.indexOf('-')), at + 1, 'hex')
  const hashEnd = at + 1 + hashBytes
  record[at] = hashBytes
  record.writeUInt16LE(width, hashEnd)
  record.writeUInt16LE(height, hashEnd + 2)
  record.write(dominantHex.slice(1), hashEnd + 4, 'hex')
  return hashEnd + AFTER_HASH_BYTES
}

function packText(record: Buffer, at: number, text: string): number {
  const start = at + 1 + TEXT_LENGTH_BYTES
  const bytes = record.write(text, start)
  record[at] = 0
  record.writeUInt32LE(bytes, at + 1)
  return start + bytes
}

/** Where the addresses begin that fill a record from this place on. */
export function picturePlaces(record: Buffer, from: number): number[] {
  const places: number[] = []
  for (let at = from; at < record.length; at += sizeAt(record, at)) places.push(at)
  return places
}

function sizeAt(record: Buffer, at: number): number {
  const hashBytes = byteAt(record, at)
  return (
    1 + (hashBytes === 0 ? TEXT_LENGTH_BYTES + record.readUInt32LE(at + 1) : hashBytes + AFTER_HASH_BYTES)
  )
}

/** The address that is packed at this place of a record. */
export function pictureAt(record: Buffer, at: number): string {
  const hashBytes = byteAt(record, at)
  if (hashBytes === 0) return record.toString('utf8', at + 1 + TEXT_LENGTH_BYTES, at + sizeAt(record, at))
  const hashEnd = at + 1 + hashBytes
  let end = writeHex(PREFIX.length, record, at + 1, hashEnd)
  end = writeText(end, '-')
  end = writeText(end, String(uint16At(record, hashEnd)))
  end = writeText(end, 'x')
  end = writeText(end, String(uint16At(record, hashEnd + 2)))
  end = writeText(end, '-')
  end = writeHex(end, record, hashEnd + 4, hashEnd + AFTER_HASH_BYTES)
  end = writeText(end, SUFFIX)
  return draft.toString('latin1', 0, end)
}

/**
 * An address is written here character by character, and read as one text: of pieces, each a call into Node or for V8 to join, it
 * takes three times as long, and a list has a hundred.
 */
const draft = Buffer.alloc(PREFIX.length + 0xff * 2 + 24)
draft.write(PREFIX)
/** The codes of the two hexadecimal digits of each byte. */
const digits = Array.from({ length: 256 }, (_, byte) => Buffer.from(byte.toString(16).padStart(2, '0')))
const HIGH = Uint8Array.from(digits, ([high = 0]) => high)
const LOW = Uint8Array.from(digits, ([, low = 0]) => low)

const byteAt = (bytes: Uint8Array, at: number) => bytes[at] ?? 0
const uint16At = (record: Buffer, at: number) => byteAt(record, at) + byteAt(record, at + 1) * 256

/** Both write at a place of the draft and return the next. */
function writeHex(at: number, record: Buffer, from: number, to: number): number {
  let end = at
  for (let place = from; place < to; place++) {
    const byte = byteAt(record, place)
    draft[end] = byteAt(HIGH, byte)
    draft[end + 1] = byteAt(LOW, byte)
    end += 2
  }
  return end
}

function writeText(at: number, text: string): number {
  for (let place = 0; place < text.length; place++) draft[at + place] = text.charCodeAt(place)
  return at + text.length
}
