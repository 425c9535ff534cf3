import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeAll } from './until-signal.ts'

const MODULE = JSON.stringify(join(import.meta.dirname, 'until-signal.ts'))

/** Signals a process once it has written a line; resolves with its exit code and output. */
async function closed(start: string): Promise<{ code: number | null; said: string }> {
  const program = `
    import { runUntilSignal } from ${MODULE}
    const idle = setInterval(() => {}, 1_000)
    await runUntilSignal(${start}, console.log)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (said === '') child.kill('SIGTERM')
      said += text
    })
  }
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, said }
}

test('an orderly shutdown exits with 0', async () => {
  const { code, said } = await closed(`async () => (console.log('open'), async () => console.log('closed'))`)
  expect([code, said]).toEqual([0, 'open\nClosing …\nclosed\n'])
})

test('a start that a signal aborts exits with 0', async () => {
  const { code } = await closed(`async (stopping) => {
    console.log('opening')
    await new Promise((done) => stopping.addEventListener('abort', done))
    stopping.throwIfAborted()
  }`)
  expect(code).toBe(0)
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
  const closing = closeAll([fail('jobs'), close('requests', 20)], [close('database', 0), fail('replica')])
  await expect(closing).rejects.toThrow('jobs')
  expect(closed).toEqual(['requests', 'database'])
})
