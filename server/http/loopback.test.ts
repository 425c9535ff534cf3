import { expect, test } from 'vitest'
import { isLoopbackHost, isLoopbackPeer } from './client-address.ts'

test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '127.255.255.254:80', '[::1]:3000'])(
  'the host %s is this machine',
  (host) => {
    expect(isLoopbackHost(host)).toBe(true)
  },
)

test.each([
  '',
  'localhost.example.com',
  '127.0.0.256',
  '0.0.0.0',
  '192.168.1.20:3000',
  '::1',
  'localhost:3000:3000',
  'user@localhost',
])('the host "%s" is not', (host) => {
  expect(isLoopbackHost(host)).toBe(false)
})

test.each(['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1', '::ffff:127.0.0.2'])(
  'the peer %s is on this machine',
  (address) => {
    expect(isLoopbackPeer(address)).toBe(true)
  },
)

test.each(['', 'localhost', '[::1]', '::', '::2', '10.0.0.1', '::ffff:10.0.0.1', '127.0.0.1:3000'])(
  'the peer "%s" is not',
  (address) => {
    expect(isLoopbackPeer(address)).toBe(false)
  },
)
