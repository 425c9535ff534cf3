import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeAll } from './until-signal.ts'

const MODULE = JSON.stringify(join(import.meta.dirname, 'until-signal.ts'))

/** Signals a process once it has written a line; resolves with its exit code or what killed it, and its output. */
async function closed(start: string): Promise<{ code: number | string; said: string }> {
  const program = `
    import { runUntilSignal } from ${MODULE}
    const open = setInterval(() => {}, 1_000)
    process.exit = ((exit) => () => (console.log('forced'), exit()))(process.exit)
    await runUntilSignal(${start}, console.log)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (said === '') child.kill('SIGTERM')
      said += text
    })
  }
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return { code: code ?? signal ?? '', said }
}

test('an orderly shutdown exits with 0', async () => {
  const { code, said } = await closed(`async () => {
    console.log('open')
    return async () => (clearInterval(open), console.log('closed'))
  }`)
  expect([code, said]).toEqual([0, 'open\nClosing …\nclosed\n'])
})

test('something left open delays the end only a moment', async () => {
  const { code, said } = await closed(`async () => (console.log('open'), async () => console.log('closed'))`)
  expect([code, said]).toEqual([0, 'open\nClosing …\nclosed\nforced\n'])
})

test('a start that a signal aborts exits with 0', async () => {
  const { code } = await closed(`async (stopping) => {
    console.log('opening')
    await new Promise((done) => stopping.addEventListener('abort', done))
    stopping.throwIfAborted()
  }`)
  expect(code).toBe(0)
})

test('a start that goes on regardless of the signal is ended by it', async () => {
  const { code } = await closed(`() => new Promise(() => console.log('opening'))`)
  expect(code).toBe('SIGTERM')
})

test('a failure during the shutdown is reported and exits with 1', async () => {
  const { code, said } = await closed(`async () => {
    console.log('open')
    return async () => { throw new Error('the disk is gone') }
  }`)
  expect(code).toBe(1)
  expect(said).toContain('the disk is gone')
})

test('one failure to close does not keep the others from being closed', async () => {
  const closed: string[] = []
  const close = (name: string, ms: number) => async () => {
    await new Promise((done) => setTimeout(done, ms))
    closed.push(name)
  }
  const fail = (why: string) => async () => {
    throw new Error(why)
  }
  const closing = closeAll([fail('jobs'), close('requests', 20)], [close('database', 0), fail('mail')])
  await expect(closing).rejects.toThrow('jobs')
  expect(closed).toEqual(['requests', 'database'])
})
