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
        try {
            parts.addTrigger((Trigger) made.object());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(made.origin() + ": " + e.getMessage(), e);
        }
    }
}
