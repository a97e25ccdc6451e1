package vesper.bench.results;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.Observation;
import vesper.bench.instrument.RecordedRun;

/** The recorded runs by arm and round, and the mapping of arms to processes. */
final class RunTable {
    /** A round within a start. */
    record Round(int start, int number) implements Comparable<Round> {
        @Override
        public int compareTo(Round other) {
            return start == other.start ? Integer.compare(number, other.number) : Integer.compare(start, other.start);
        }
    }

    private final Map<String, Map<Round, Observation>> runs = new LinkedHashMap<>();
    private final Map<String, Arm> arms = new HashMap<>();
    private final boolean hasStarts;

    private RunTable(boolean hasStarts) {
        this.hasStarts = hasStarts;
    }

    static RunTable of(ExperimentRecords records) {
        var table = new RunTable(records.hasSeveralStarts());
        for (Arm arm : records.arms()) table.arms.put(arm.name(), arm);
        for (RecordedRun run : records.runs()) {
            table.runs
                    .computeIfAbsent(run.arm(), _ -> new HashMap<>())
                    .put(new Round(run.start(), run.round()), run.observation());
        }
        return table;
    }

    /** Returns the rounds in which all of these arms have a run, in order. */
    List<Round> roundsOf(Collection<String> names) {
        Set<Round> all = new TreeSet<>();
        if (!names.isEmpty())
            all.addAll(runs.getOrDefault(names.iterator().next(), Map.of()).keySet());
        for (String name : names)
            all.retainAll(runs.getOrDefault(name, Map.of()).keySet());
        return List.copyOf(all);
    }

    /** Groups rounds into independent blocks: starts, or single rounds if there was only one start. */
    List<List<Round>> blocks(List<Round> rounds) {
        if (!hasStarts) return rounds.stream().map(List::of).toList();
        Map<Integer, List<Round>> byStart = new LinkedHashMap<>();
        for (Round round : rounds)
            byStart.computeIfAbsent(round.start(), _ -> new ArrayList<>()).add(round);
        return List.copyOf(byStart.values());
    }

    /** Returns the logarithm of a figure; NaN if it was not measured. */
    double logarithm(String arm, Round round, Metric metric) {
        Observation observation = runs.getOrDefault(arm, Map.of()).get(round);
        return observation == null ? Double.NaN : Math.log(metric.valueOf(observation));
    }

    /** Returns a key that is equal for arms of the same process. An unknown arm has its own. */
    Object processOf(String arm) {
        Arm known = arms.get(arm);
        return known == null ? arm : known.subject();
    }

    boolean isDrivenLike(String arm, String other) {
        Arm one = arms.get(arm);
        Arm two = arms.get(other);
        return one == null || two == null || one.load().equals(two.load());
    }
}
