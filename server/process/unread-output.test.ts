import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MODULE = JSON.stringify(join(import.meta.dirname, 'end-process.ts'))

test('a process goes on when nobody reads what it writes any more', async () => {
  const program = `
    import { setTimeout as sleep } from 'node:timers/promises'
    import { outliveReaders } from ${MODULE}
    outliveReaders()
    process.stdin.once('data', async () => {
      for (let i = 0; i < 5; i += 1) {
        process.stdout.write('line\\n')
        process.stderr.write('line\\n')
        await sleep(20)
      }
      process.exit(7)
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'pipe' })
  child.stdout.destroy()
  child.stderr.destroy()
  child.stdin.write('go')
  expect(await once(child, 'exit')).toEqual([7, null])
})
