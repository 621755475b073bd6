/** The work's outcome; throws once the deadline has passed. */
export function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Error("The deadline has passed."))
    const timer = setTimeout(refuse, milliseconds).unref()
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
