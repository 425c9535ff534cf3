import { afterEach, expect, test, vi } from 'vitest'
import { keepCourier, lastCourier } from './courier-fields.tsx'

afterEach(() => void vi.unstubAllGlobals())

test('the courier that was chosen last is there again; where the browser stores nothing, sending goes on', () => {
  const entries = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => entries.set(name, text),
  })
  keepCourier('dhl')
  expect(lastCourier()).toEqual({ listed: 'dhl', otherName: '' })
  expect([...entries.values()].join()).toContain('dhl')

  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  keepCourier('Musa the rider')
  expect(lastCourier()).toEqual({ listed: 'dhl', otherName: '' })
})
