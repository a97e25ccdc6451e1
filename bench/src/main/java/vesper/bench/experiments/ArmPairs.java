package vesper.bench.experiments;

import java.util.ArrayList;
import java.util.List;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.results.Contrasts.Pair;

/** Chooses the pairs of arms to compare. The name of an arm starts with that of its server, followed by the load. */
final class ArmPairs {
    private ArmPairs() {}

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
    static Arm repeat(Arm arm) {
        ServerSpec subject = arm.subject();
        ServerSpec another =
                subject.existing().isPresent() ? subject : subject.named(subject.name() + ServerSpecs.AGAIN);
        return new Arm(arm.name() + ServerSpecs.AGAIN, arm.levels(), another, arm.load());
    }

    static boolean isRepeat(Arm arm) {
        return arm.name().endsWith(ServerSpecs.AGAIN) || arm.subject().name().endsWith(ServerSpecs.AGAIN);
    }

    private static String serverOf(Arm arm) {
        int end = arm.name().indexOf(' ');
        return end < 0 ? arm.name() : arm.name().substring(0, end);
    }
}
