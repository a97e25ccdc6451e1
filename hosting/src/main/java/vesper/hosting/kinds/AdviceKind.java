package vesper.hosting.kinds;

import vesper.rest.controllers.Controllers;

/** Classes with {@code @ControllerAdvice}, whose exception handlers serve the controllers of their package. */
final class AdviceKind implements ServiceKind {
    @Override
    public String name() {
        return "advice";
    }

    @Override
    public boolean isOn(Class<?> type) {
        return Controllers.isAdvice(type);
    }

    @Override
    public void start(Made made, Parts parts) {
        parts.controllers().addAdvice(made.object(), made.origin());
    }
}
