/** `kafka`: events as records of a topic; the key of a record is the id of its event. */
import { kafkaOptions } from '#src/config/sections/analytics-kafka.ts';
import { defineAnalytics } from './module.ts';
import { plainModule } from './plain-module.ts';
import { TopicWriter } from './topic-writer.ts';

export default defineAnalytics({
  key: 'kafka',
  name: 'kafka',
  options: kafkaOptions,
  create(options) {
    if (options.brokers.length === 0) return undefined;
    const writer = new TopicWriter(options);
    // One parcel at a time: the producer numbers its records.
    return { ...plainModule(options, 1), send: ({ items }, signal) => writer.append(items, signal), stop: () => writer.close() };
  },
});
