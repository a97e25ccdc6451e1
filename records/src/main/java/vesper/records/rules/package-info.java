/**
 * Which exchanges are recorded, tracked and throttled, and what is kept of them: rules as operators write them, rules as
 * they are asked, and the files that they are kept in.
 *
 * <p>A rule ({@link MonitorRule}, {@link ThrottlingRule}, {@link TrackerRule}) is valid or does not exist. What is asked
 * for each exchange is made from the enabled ones once: {@link MonitorRules}, {@link ThrottlingRules} and
 * {@link TrackerRules} are immutable, allocate nothing for patterns, and let one rule decide, the one with the lowest
 * priority. A {@link RuleBook} keeps the rules of one kind on disk and tells of every change.
 *
 * <p>Start at {@link MonitorRule}. Stands on {@code vesper.records.masks}; knows nothing of how records are kept.
 */
@NullMarked
package vesper.records.rules;

import org.jspecify.annotations.NullMarked;
