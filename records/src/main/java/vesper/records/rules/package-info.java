/**
 * Rules that decide which exchanges are recorded, tracked and throttled, and what is kept of them: their parsing, their
 * matching and their files.
 *
 * <p>A rule ({@link MonitorRule}, {@link ThrottlingRule}, {@link TrackerRule}) is valid by construction. The enabled
 * rules are compiled once for matching: {@link MonitorRules}, {@link ThrottlingRules} and {@link TrackerRules} are
 * immutable and do not allocate for patterns. The matching rule with the lowest priority decides alone. A
 * {@link RuleBook} keeps the rules of one kind on disk and notifies listeners of every change.
 *
 * <p>Start at {@link MonitorRule}. Built on {@code vesper.records.masks}; independent of how records are stored.
 */
@NullMarked
package vesper.records.rules;

import org.jspecify.annotations.NullMarked;
