/** Nothing: without a file of its own the app would take the dashboard's, which Next finds in a folder above. */
export function register(): void {}
