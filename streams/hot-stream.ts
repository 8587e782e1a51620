/**
 * A hot stream of values that come by the dozen per auction: the `Subject` of RxJS allocates 300 bytes for each. Its subscribers are those of
 * any observable.
 */
import { Observable, type Subscriber } from 'rxjs';

export class HotStream<Value> {
  /** Replaced instead of changed: subscriptions may begin and end while a value is passed. */
  #subscribers: readonly Subscriber<Value>[] = [];

  /** The values from the subscription on. */
  readonly values = new Observable<Value>((subscriber) => {
    this.#subscribers = [...this.#subscribers, subscriber];
    return () => {
      this.#subscribers = this.#subscribers.filter((other) => other !== subscriber);
    };
  });

  /** Passes a value to all subscribers. */
  next(value: Value): void {
    for (const subscriber of this.#subscribers) subscriber.next(value);
  }

  /** Ends all subscriptions. */
  complete(): void {
    for (const subscriber of this.#subscribers) subscriber.complete();
  }
}
