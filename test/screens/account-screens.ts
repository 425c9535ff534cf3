import { typeCode } from '#test/support/member.ts'
import { heading, saidInPassing } from '#test/support/shopper.ts'
import type { Screen, Walk } from './screen.ts'
import { awaitCode, MEMBER } from './shopper-state.ts'
import type { Stage } from './stage.ts'

const press = ({ page }: Stage, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** A form that is open, submitted empty. */
const unfilled = (path: string, button: string, texts: Pick<Screen, 'shows' | 'proves'>): Screen => ({
  name: `account/${path}-errors`,
  ...texts,
  open: async (stage) => {
    await press(stage, button)
    await stage.page
      .getByText(/ is required$/)
      .first()
      .waitFor()
  },
})

const LONG_EMAIL = 'oluwaseun-temitope.adebayo-williams@correspondence.marketing.example.com'

const FROM_LOGIN: Walk = [
  {
    name: 'account/login',
    shows: ['Forgot your password?', 'Create one here', 'Use as Guest'],
    open: ({ visit }) => visit('/login'),
  },
  unfilled('login', 'Login', { proves: ['5.12'], shows: ['Email is required', 'Password is required'] }),
  {
    name: 'account/forgot-password',
    open: async ({ page }) => {
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByRole('button', { name: 'Send Reset Code' }).waitFor()
    },
  },
  unfilled('forgot-password', 'Send Reset Code', { proves: ['5.14'], shows: ['Email is required'] }),
  {
    name: 'account/login-busy',
    proves: ['3.13'],
    open: async (stage) => {
      await stage.hold('auth/login')
      await stage.page.goBack()
      await stage.page.getByLabel('Email').fill(MEMBER.email)
      await stage.page.getByLabel('Password', { exact: true }).fill('Not-the-one-1')
      await press(stage, 'Login')
      await stage.page.locator('[aria-busy=true]').waitFor()
    },
  },
  {
    name: 'account/login-refused',
    proves: ['8.11'],
    shows: ['Login Failed', 'Invalid email or password'],
    isOver: true,
    open: async ({ page, release }) => {
      release(400, { message: 'Invalid email or password', code: 'INVALID_CREDENTIALS' })
      await saidInPassing(page, 'Login Failed').waitFor()
    },
  },
  {
    name: 'account/signup',
    open: async ({ page }) => {
      await page.getByRole('link', { name: 'Create one here' }).click()
      await page.getByRole('button', { name: 'Create Account' }).waitFor()
    },
  },
  unfilled('signup', 'Create Account', {
    shows: [
      'Full name is required',
      'Email is required',
      'Password is required',
      'Please confirm your password',
    ],
  }),
]

const SIGNUP_CODE: Walk = [
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
    shows: ['Invalid OTP', 'Please enter a 6-digit OTP'],
    isOver: true,
    open: async (stage) => {
      await typeCode(stage.page, '123')
      await press(stage, 'Verify Email')
      await saidInPassing(stage.page, 'Invalid OTP').waitFor()
    },
  },
]

const RESET_CODE: Walk = [
  {
    name: 'account/reset-otp',
    open: async (stage) => {
      awaitCode(stage, 'reset_password', { waitS: 600 })
      await stage.visit('/reset-otp')
      await stage.page.getByRole('button', { name: /^Resend in/ }).waitFor()
    },
  },
]

const ACCEPTED = 'Your code is accepted: choose a new password'

const NEW_PASSWORD: Walk = [
  {
    name: 'account/reset-otp-accepted',
    shows: [ACCEPTED],
    open: async (stage) => {
      awaitCode(stage, 'reset_password', { otp: '123456' })
      await stage.visit('/reset-otp')
      await stage.page.getByRole('link', { name: ACCEPTED }).waitFor()
    },
  },
  {
    name: 'account/reset-password',
    open: async ({ page }) => {
      await page.getByRole('link', { name: ACCEPTED }).click()
      await heading(page, 'New password').waitFor()
      await page.getByRole('button', { name: 'Reset Password' }).waitFor()
    },
  },
  unfilled('reset-password', 'Reset Password', {
    proves: ['5.17'],
    shows: ['Password is required', 'Please confirm your password'],
  }),
]

export const ACCOUNT_WALKS = [FROM_LOGIN, SIGNUP_CODE, RESET_CODE, NEW_PASSWORD]
