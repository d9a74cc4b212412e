/** Over how many days the operators' overview adds up (docs/product.md §13). */
export const OVERVIEW_DAYS = ['7', '30', '90'] as const;
