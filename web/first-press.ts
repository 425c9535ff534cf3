/**
 * A double click, and Enter held down, act only on what was pressed first. Their further presses may meet something else under
 * the pointer or with the focus: they would close what was just opened, remove the next line too, or press a button of the page
 * that a link has opened.
 */
export function ignoreRepeatedPresses(): void {
  let pressed: unknown
  const onPress = (event: UIEvent & Partial<KeyboardEvent>) => {
    const control = (event.target as Element).closest('a, button, label')
    if (!(event.detail > 1 || (event.repeat && event.key === 'Enter'))) pressed = control
    else if (control !== pressed) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  // Before any other listener.
  addEventListener('click', onPress, true)
  addEventListener('keydown', onPress, true)
}
