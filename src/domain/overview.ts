/** Numbers of days that the operators' overview can add up (docs/product.md §13). */
export const OVERVIEW_DAYS = ['7', '30', '90'] as const;
