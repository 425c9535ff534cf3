import { typeCode } from '#test/support/member.ts'
import { heading, saidInPassing } from '#test/support/shopper.ts'
import type { Screen } from './screen.ts'
import { awaitCode, MEMBER } from './shopper-state.ts'
import type { Stage } from './stage.ts'

const press = ({ page }: Stage, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** A form that was sent without a word in it. */
const unfilled = (path: string, button: string, prepare: (stage: Stage) => void = () => {}): Screen => ({
  name: `account${path}-errors`,
  open: async (stage) => {
    prepare(stage)
    await stage.visit(path)
    await press(stage, button)
    await stage.page
      .getByText(/ is required$/)
      .first()
      .waitFor()
  },
})

const LONG_EMAIL = 'oluwaseun-temitope.adebayo-williams@correspondence.marketing.example.com'

export const ACCOUNT_SCREENS: Screen[] = [
  { name: 'account/login', open: ({ visit }) => visit('/login') },
  unfilled('/login', 'Login'),
  {
    name: 'account/login-refused',
    isOver: true,
    open: async (stage) => {
      const refusal = { message: 'Email or password is not right.', code: 'INVALID_CREDENTIALS' }
      await stage.answer('auth/login', refusal, 400)
      await stage.visit('/login')
      await stage.page.getByLabel('Email').fill(MEMBER.email)
      await stage.page.getByLabel('Password', { exact: true }).fill('Not-the-one-1')
      await press(stage, 'Login')
      await saidInPassing(stage.page, 'Login Failed').waitFor()
    },
  },
  {
    name: 'account/login-busy',
    open: async (stage) => {
      await stage.hold('auth/login')
      await stage.visit('/login')
      await stage.page.getByLabel('Email').fill(MEMBER.email)
      await stage.page.getByLabel('Password', { exact: true }).fill('Not-the-one-1')
      await press(stage, 'Login')
      await stage.page.locator('[aria-busy=true]').waitFor()
    },
  },
  { name: 'account/signup', open: ({ visit }) => visit('/signup') },
  unfilled('/signup', 'Create Account'),
  { name: 'account/forgot-password', open: ({ visit }) => visit('/forgot-password') },
  unfilled('/forgot-password', 'Send Reset Code'),
  {
    name: 'account/verify-signup',
    open: async (stage) => {
      awaitCode(stage, 'verify_email', { email: LONG_EMAIL })
      await stage.visit('/verify-signup')
      await stage.page.getByRole('button', { name: 'Resend Code' }).waitFor()
    },
  },
  {
    name: 'account/verify-signup-too-short',
    isOver: true,
    open: async (stage) => {
      awaitCode(stage, 'verify_email')
      await stage.visit('/verify-signup')
      await typeCode(stage.page, '123')
      await press(stage, 'Verify Email')
      await saidInPassing(stage.page, 'Invalid OTP').waitFor()
    },
  },
  {
    name: 'account/reset-otp',
    open: async (stage) => {
      awaitCode(stage, 'reset_password', { waitS: 600 })
      await stage.visit('/reset-otp')
      await stage.page.getByRole('button', { name: /^Resend in/ }).waitFor()
    },
  },
  {
    name: 'account/reset-password',
    open: async (stage) => {
      awaitCode(stage, 'reset_password', { otp: '123456' })
      await stage.visit('/reset-password')
      await heading(stage.page, 'New password').waitFor()
      await stage.page.getByRole('button', { name: 'Reset Password' }).waitFor()
    },
  },
  unfilled('/reset-password', 'Reset Password', (stage) =>
    awaitCode(stage, 'reset_password', { otp: '123456' }),
  ),
]
