package vesper.hosting.kinds;

import java.util.List;

/** The kinds of classes that every package can contain. */
public final class ServiceKinds {
    /** In the order in which they start: advice before the controllers that it advises, triggers last. */
    public static final List<ServiceKind> ALL = List.of(
            new ComponentKind(),
            new FilterKind(),
            new AdviceKind(),
            new ControllerKind(),
            new CollectionKind(),
            new TriggerKind());

    private ServiceKinds() {}
}
