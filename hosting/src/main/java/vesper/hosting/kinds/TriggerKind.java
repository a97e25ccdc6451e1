package vesper.hosting.kinds;

import java.lang.reflect.Modifier;
import vesper.rest.triggers.Trigger;

/** Classes that implement {@link Trigger}: each of them starts work while its package serves. */
final class TriggerKind implements ServiceKind {
    @Override
    public String name() {
        return "trigger";
    }

    @Override
    public boolean isOn(Class<?> type) {
        return Trigger.class.isAssignableFrom(type)
                && !type.isInterface()
                && !Modifier.isAbstract(type.getModifiers())
                && Modifier.isPublic(type.getModifiers());
    }

    @Override
    public void start(Made made, Parts parts) {
        Trigger trigger = (Trigger) made.object();
        if (!trigger.kind().matches("[a-z][a-z-]{0,19}")) {
            throw new IllegalArgumentException(made.origin()
                    + ": the kind of a trigger must be a short word such as tick, not '" + trigger.kind() + "'");
        }
        if (trigger.name().isBlank())
            throw new IllegalArgumentException(made.origin() + ": the name of a trigger must not be blank");
        parts.addTrigger(trigger);
    }
}
