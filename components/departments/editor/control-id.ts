/** The id of a field's control in a form, to bring the focus to it. */
export const controlId = (formId: string, name: string): string => `${formId}-${name}`
