package vesper.bench.experiments;

import java.util.ArrayList;
import java.util.List;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Subject;
import vesper.bench.results.Contrasts.Pair;

/** Chooses the pairs of arms to compare. The name of an arm starts with that of its server, followed by the load. */
final class Comparing {
    private Comparing() {}

    /** Pairs this server's arms with the arms of other servers under the same load. */
    static List<Pair> withOthers(String server, List<Arm> arms) {
        List<String> names = arms.stream().map(Arm::name).toList();
        List<Pair> pairs = new ArrayList<>();
        for (Arm arm : arms) {
            String other = serverOf(arm);
            String own = server + arm.name().substring(other.length());
            if (!other.startsWith(server) && names.contains(own)) pairs.add(new Pair(own, arm.name()));
        }
        return pairs;
    }

    /** Pairs every arm with the first one. */
    static List<Pair> withFirst(List<Arm> arms) {
        return arms.stream()
                .skip(1)
                .map(arm -> new Pair(arm.name(), arms.getFirst().name()))
                .toList();
    }

    /**
     * Returns a copy of the arm for a second measurement, with its server in another process unless the server runs
     * already. The difference between the two shows how much identical arms differ.
     */
    static Arm again(Arm arm) {
        Subject subject = arm.subject();
        Subject another = subject.running().isPresent() ? subject : subject.named(subject.name() + Workshop.AGAIN);
        return new Arm(arm.name() + Workshop.AGAIN, arm.levels(), another, arm.drive());
    }

    static boolean isAgain(Arm arm) {
        return arm.name().endsWith(Workshop.AGAIN) || arm.subject().name().endsWith(Workshop.AGAIN);
    }

    private static String serverOf(Arm arm) {
        int end = arm.name().indexOf(' ');
        return end < 0 ? arm.name() : arm.name().substring(0, end);
    }
}
