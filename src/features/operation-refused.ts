/** What an operator's operation could not do, in words for the operator. `/v1` speaks with ApiError instead. */
export class OperationRefused extends Error {
  readonly reason: 'invalid' | 'not_found' | 'conflict' | 'unavailable';

  constructor(reason: OperationRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
