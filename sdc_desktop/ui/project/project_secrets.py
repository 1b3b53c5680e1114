"""The secrets of the project that is open: what new jobs draw from."""

from sdc_desktop.engine.plan import Plan, without_secrets
from sdc_desktop.engine.plan_secrets import ALL, Secrets, fresh
from sdc_desktop.engine.problems import Place, Problem, note
from sdc_desktop.engine.running.secret_needs import with_fresh_secrets
from sdc_desktop.project.project import Project, with_plans


class ProjectSecrets:
    """Jobs that have no secret yet draw from a fresh one, which they keep when they become part of the plan:
    what is explored is what is exported.
    """

    def __init__(self) -> None:
        self._fresh = fresh()

    def renew(self) -> None:
        """Another project is opened."""
        self._fresh = fresh()

    def known(self, plan: Plan) -> Secrets:
        """The plan's secrets, and the fresh one for jobs without."""
        return plan.own_secrets.over(Secrets({ALL: self._fresh}))

    def completed(self, plan: Plan) -> Plan:
        """The plan with a secret for every job that needs one."""
        return with_fresh_secrets(plan, self._fresh)

    def made(self, plan: Plan) -> tuple[Plan, tuple[Problem, ...]]:
        """The same, and a note on the secrets that the plan had not."""
        full = self.completed(plan)
        names = ", ".join(name for name in full.secrets if name not in plan.secrets)
        return full, (note("secret.made", Place(key="secrets"), names=names),) if names else ()

    def of_its_own(self, project: Project) -> Project:
        """A project with secrets of its own instead of those that it came with."""
        self.renew()
        return with_plans(project, lambda plan: self.completed(without_secrets(plan)))


def with_secret(plan: Plan, name: str, digits: str) -> Plan:
    """The plan with another secret."""
    return plan.model_copy(update={"secrets": {**plan.secrets, name: digits}})
