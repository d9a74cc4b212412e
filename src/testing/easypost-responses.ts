// Answers in EasyPost's form, reduced to what the shop reads. The fields and their types are those that EasyPost
// documents for shipments, rates and labels: https://docs.easypost.com/docs/shipments and
// https://docs.easypost.com/docs/shipments/rates. The created shipment is the documented example, as far as tests use
// it. Amounts, services and other ids are ours.

const rate = (digit: string, service: string, amount: string, delivery_days: number) => ({
  id: `rate_${digit.repeat(32)}`,
  service,
  carrier: 'USPS',
  rate: amount,
  currency: 'USD',
  delivery_days,
});

/** A created shipment, which has rates but no label. */
export const CREATED = {
  id: 'shp_a9b97f431c00435cb16ec2d6a14ed109',
  messages: [],
  tracking_code: null,
  selected_rate: null,
  postage_label: null,
  rates: [
    rate('1', 'Express', '48.30', 2),
    rate('2', 'Priority', '12.45', 2),
    rate('3', 'GroundAdvantage', '9.15', 3),
  ],
};

/** A bought shipment, which has a label and the chosen rate. */
export const BOUGHT = {
  id: `shp_${'4'.repeat(32)}`,
  messages: [],
  tracking_code: '9400100000000000000000',
  selected_rate: rate('5', 'GroundAdvantage', '9.15', 3),
  postage_label: { label_url: 'https://labels.example/9400100000000000000000.png' },
  rates: [rate('5', 'GroundAdvantage', '9.15', 3)],
};

/** A carrier's message that needs no action: https://docs.easypost.com/docs/shipments/messages. */
export const MESSAGE = {
  carrier: 'FedEx',
  carrier_account_id: 'ca_0c57dea0f56242139d1a5b6bf12ba0c0',
  type: 'rate_error',
  message: 'Shipment cannot weigh less than 16oz',
};

/** A refusal in EasyPost's form: https://docs.easypost.com/guides/errors-guide. */
export const REFUSED = {
  error: { code: 'ADDRESS.VERIFY.FAILURE', message: 'Address not found' },
};
