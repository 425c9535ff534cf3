import fc from 'fast-check'

const digits = (lengths: fc.IntegerConstraints, unit: string) =>
  fc
    .integer(lengths)
    .chain((length) => fc.string({ unit: fc.constantFrom(...unit), minLength: length, maxLength: length }))

/** An address of the shop's own, one that is nearly that, or any other. */
export const anyPicture = fc.oneof(
  fc
    .record({
      hash: digits({ min: 15, max: 65 }, '0123456789abcdef'),
      width: fc.constantFrom('1', '1080', '01080', '0', '65535', '65536', '99999'),
      height: fc.constantFrom('1350', '70000'),
      colour: digits({ min: 6, max: 6 }, '0123456789abcdef'),
    })
    .map(({ hash, width, height, colour }) => `/pictures/${hash}-${width}x${height}-${colour}.jpg`),
  fc.constantFrom('', '/a.jpg', 'https://elsewhere.example/Ọ̀já.jpg?x=1', '/pictures/x.jpg'),
  fc.string({ unit: 'binary' }),
)
