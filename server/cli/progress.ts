import { Presets, SingleBar } from 'cli-progress'
import type { Output } from './command.ts'

export type Progress = {
  show: (step: string, done: number, total: number) => void
  /** Ends the bar's line, so that the next output starts on a new one. */
  end: () => void
}

const LINE_EVERY_PERCENT = 10

/** A progress bar on a terminal; otherwise a line for about every tenth of each step. */
export function createProgress({ terminal, say }: Output): Progress {
  return terminal ? createBar(terminal) : createLines(say)
}

function createBar(stream: NodeJS.WriteStream): Progress {
  let current: { step: string; bar: SingleBar } | undefined
  const end = () => {
    current?.bar.stop()
    current = undefined
  }
  return {
    show: (step, done, total) => {
      if (current?.step !== step) {
        end()
        const format = `${step.padEnd(20)} [{bar}] {value}/{total}`
        current = { step, bar: new SingleBar({ format, stream, hideCursor: true }, Presets.shades_grey) }
        current.bar.start(total, done)
      }
      current.bar.update(done)
    },
    end,
  }
}

function createLines(say: (line: string) => void): Progress {
  let current = ''
  let nextPercent = 0
  return {
    show: (step, done, total) => {
      if (step !== current) nextPercent = LINE_EVERY_PERCENT
      current = step
      const percent = Math.floor((100 * done) / total)
      if (percent < nextPercent) return
      nextPercent = percent - (percent % LINE_EVERY_PERCENT) + LINE_EVERY_PERCENT
      say(`${step}: ${done} of ${total}`)
    },
    end: () => {},
  }
}
